/** Reads what the code of a metric returned. Anything that is not a score in range becomes a failure of that one row. */
import type { Metric } from "../../core/metric.ts";
import { failed, fromRaw, type ShareScore } from "../../core/score.ts";
import { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import type { Measure } from "../evidence.ts";
import type { ResultSubject } from "./build-result.ts";

/** The outcome of `measure`: a measure, a number, or an object whose score is a number. */
export function readMeasure(subject: ResultSubject, value: unknown): Measure {
  if (typeof value === "number") return { score: readNumber(subject, value) };
  if (!isObject(value)) return { score: nonsense(subject, value) };
  const { score } = value as { readonly score?: unknown };
  if (isShareScore(score)) return value as unknown as Measure;
  if (typeof score === "number") return { ...value, score: readNumber(subject, score) };
  if ((score === null || score === undefined) && subject.metricCategory !== "score") return { ...value, score: null };
  return { score: nonsense(subject, isObject(score) || !("score" in value) ? value : score) };
}

/** A number in the metric's range. Rounding in a sum may leave it by a little; that is no mistake of the metric. */
function readNumber(subject: ResultSubject, value: number): ShareScore {
  const [least, most] = subject.scoreRange ?? [0, 1];
  const isWithin = value >= least - roundingError && value <= most + roundingError;
  return isWithin && Number.isFinite(value) ? fromRaw(value) : nonsense(subject, value);
}

const roundingError = 1e-9;

/** The result of a metric's own `execute`, which may be any code: checked, with missing parts filled in. */
export function readResult(metric: Metric, value: unknown): MetricEvaluationResult {
  if (typeof value === "number") return readResult(metric, { score: value });
  if (!isObject(value)) return failedResult(nonsense(metric, value).why);
  const { status = "scored", score = null } = value as { readonly status?: unknown; readonly score?: unknown };
  const { why } = value as { readonly why?: unknown };
  const reason = typeof why === "string" ? why : `${metric.key} gave no reason`;
  const filled = {
    explanation: status === "scored" ? `${metric.name}: done.` : reason,
    signals: null,
    metadata: {},
    costEstimate: 0,
    ...value,
    status,
    score: status === "scored" ? score : null,
    ...(status === "scored" ? {} : { why: reason }),
  };
  const checked = status === "scored" ? checkScore(metric, value, score) : null;
  if (checked !== null) return failedResult(checked);
  const read = MetricEvaluationResult.safeParse(filled);
  return read.success ? read.data : failedResult(nonsense(metric, value).why);
}

/** Why a score cannot be used; null if it can. */
function checkScore(metric: Metric, value: object, score: unknown): string | null {
  if (typeof score === "number") {
    const read = readNumber(metric, score);
    return read.status === "scored" ? null : read.why;
  }
  if (score === null && metric.metricCategory !== "score") return null;
  return nonsense(metric, "score" in value ? score : value).why;
}

/** A result without a score. */
export function failedResult(why: string): MetricEvaluationResult {
  return { status: "failed", score: null, why, explanation: why, signals: null, metadata: {}, costEstimate: 0 };
}

function nonsense({ key, scoreRange }: Pick<ResultSubject, "key" | "scoreRange">, value: unknown) {
  const [least, most] = scoreRange ?? [0, 1];
  const range = Number.isFinite(most) ? `from ${least} to ${most}` : `of at least ${least}`;
  return failed(`${key} returned ${formatValue(value)}, not a score ${range}`);
}

const longestValue = 100;

/** A value as people write it in code, cut if it is long. */
function formatValue(value: unknown): string {
  const text = typeof value === "string" || isObject(value) ? toJson(value) : String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}...` : text;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "an object that is not JSON"; // It may refer to itself.
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isShareScore(value: unknown): value is ShareScore {
  if (!isObject(value)) return false;
  if (value["status"] === "scored") return typeof value["raw"] === "number";
  return value["status"] === "failed" || value["status"] === "not-applicable";
}
