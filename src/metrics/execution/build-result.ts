/** Builds the result of one metric on one item from whatever its measurement returned or threw. */
import { AxisError, errorMessage } from "../../core/error.ts";
import type { MetricContext, ScoreRange } from "../../core/metric.ts";
import type { MetricCategory, MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { failed, type Unscored } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import type { Measure } from "../evidence.ts";
import { Ledger } from "../judging/ledger.ts";

/** The metric that a result belongs to. */
export interface ResultSubject {
  readonly key: string;
  readonly name: string;
  readonly metricCategory: MetricCategory;
  readonly scoreRange: ScoreRange | null;
  readonly threshold: number | null;
}

/** The parts that every result includes. */
export interface Account {
  readonly ledger: Ledger;
  readonly notes: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Builds a result: the score is clamped to the range, and there is always an explanation. */
export function buildResult(judged: ResultSubject, measure: Measure, account: Account): MetricEvaluationResult {
  const { cost: costEstimate, tokenUsage } = account.ledger;
  const outcome = toOutcome(judged, measure);
  const { status, score, why, explanation } = outcome;
  const signals = measure.result ?? measure.signals ?? toScoreSignals(score);
  const metadata = mergeMetadata(measure, account);
  // The common case is written out, because spreading objects would dominate the cost of a row of plain arithmetic.
  if (why === undefined && tokenUsage === undefined)
    return { status, score, explanation, signals, metadata, costEstimate };
  return { ...outcome, signals, metadata, costEstimate, ...(tokenUsage === undefined ? {} : { tokenUsage }) };
}

/** A metric that defines no signals has its score as the only signal. */
function toScoreSignals(score: number | null): readonly Signal[] | null {
  return score === null ? null : [{ name: "score", value: score, headlineDisplay: true }];
}

interface Outcome {
  readonly status: MetricEvaluationResult["status"];
  readonly score: number | null;
  readonly why?: string;
  readonly explanation: string;
}

function toOutcome(judged: ResultSubject, { score, explanation }: Measure): Outcome {
  const { key, name, metricCategory } = judged;
  if (score !== null && score.status !== "scored") return toUnscoredOutcome(score, explanation);
  if (metricCategory === "analysis" || (score === null && metricCategory !== "score"))
    return { status: "scored", score: null, explanation: chooseExplanation(explanation, `${name}: done.`) };
  if (score === null) return toUnscoredOutcome(failed(`${key} returned no score`));
  if (Number.isNaN(score.raw)) return toUnscoredOutcome(failed(`${key} returned NaN as its score`));
  const value = clampToRange(score.raw, judged.scoreRange);
  return { status: "scored", score: value, explanation: chooseExplanation(explanation, describeScore(judged, value)) };
}

/** Handles what a metric threw: user mistakes and aborts are rethrown, anything else becomes a failed result. */
export function handleThrown(error: unknown, key: string, context: MetricContext): Unscored {
  context.abort?.throwIfAborted();
  if (error instanceof AxisError) throw error;
  return failed(`${key} threw: ${errorMessage(error)}`);
}

function toUnscoredOutcome({ status, why }: Unscored, explanation?: string): Outcome {
  return { status, score: null, why, explanation: chooseExplanation(explanation, why) };
}

function chooseExplanation(given: string | undefined, instead: string): string {
  return given === undefined || given.trim() === "" ? (instead === "" ? "no reason was given" : instead) : given;
}

function describeScore({ name, threshold }: ResultSubject, value: number): string {
  const bar = threshold === null ? "" : `, threshold ${threshold}`;
  return `${name}: ${Math.round(value * 1e4) / 1e4}${bar}.`;
}

function clampToRange(value: number, range: ScoreRange | null): number {
  return range === null ? value : Math.min(range[1], Math.max(range[0], value));
}

function mergeMetadata(measure: Measure, { metadata, notes }: Account): Record<string, unknown> {
  return { ...metadata, ...measure.metadata, ...(notes.length === 0 ? {} : { notes }) };
}
