/** Aggregates the rows of one metric as they arrive, in constant memory, into a summary. */
import { type TokenUsage, totalTokens } from "../../../core/model/token-usage.ts";
import { renderSparkline, toPerformanceTier } from "../../summaries/spread.ts";
import { wilsonInterval } from "../../../statistics/one-group/wilson.ts";
import type { MetricSummary } from "./metric-summary.ts";
import { Moments } from "./moments.ts";
import { ReasonCounts } from "./reason-counts.ts";
import { Reservoir } from "./reservoir.ts";

/** The parts of a row that a summary uses. */
export interface CountedRow {
  readonly status: "scored" | "not-applicable" | "failed";
  readonly score: number | null;
  readonly why?: string | undefined;
  readonly passed: boolean | null;
  readonly costEstimate: number | null;
  readonly tokenUsage?: TokenUsage | null | undefined;
}

/** The metric that the rows belong to. */
export interface AggregateSubject {
  readonly key: string;
  readonly name: string;
  readonly range: readonly [number, number];
  readonly threshold: number | null;
  readonly lowerIsBetter: boolean;
}

export class Aggregate {
  readonly #subject: AggregateSubject;
  readonly #moments = new Moments();
  readonly #values: Reservoir;
  readonly #bins = Array.from({ length: 10 }, () => 0);
  readonly #reasons = { failed: new ReasonCounts(), "not-applicable": new ReasonCounts() };
  readonly #counts = { rows: 0, failed: 0, notApplicable: 0, passed: 0, verdicts: 0, tokens: 0 };
  #costUsd: number | null = 0;

  constructor(subject: AggregateSubject, seed: string) {
    this.#subject = subject;
    this.#values = new Reservoir(`${seed}/quantiles/${subject.key}`);
  }

  add(row: CountedRow): void {
    const counts = this.#counts;
    counts.rows += 1;
    if (row.tokenUsage) counts.tokens += totalTokens(row.tokenUsage);
    this.#costUsd = this.#costUsd === null || row.costEstimate === null ? null : this.#costUsd + row.costEstimate;
    if (row.passed !== null) counts.verdicts += 1;
    if (row.passed === true) counts.passed += 1;
    if (row.status === "failed") counts.failed += 1;
    if (row.status === "not-applicable") counts.notApplicable += 1;
    if (row.status !== "scored") this.#reasons[row.status].add(row.why ?? "no reason was given");
    if (row.score !== null) this.#addScore(row.score);
  }

  #addScore(score: number): void {
    this.#moments.add(score);
    this.#values.add(score);
    const bin = Math.max(0, Math.min(9, Math.floor(10 * score)));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  summary(): MetricSummary {
    const { rows, failed, notApplicable, passed, verdicts, tokens } = this.#counts;
    const { key, name, threshold, lowerIsBetter, range } = this.#subject;
    const [median = null, p25 = null, p75 = null, p90 = null, p95 = null] = this.#values.quantiles([
      0.5, 0.25, 0.75, 0.9, 0.95,
    ]);
    const scored = this.#moments.count;
    const wilson = verdicts === 0 ? null : wilsonInterval(passed, verdicts);
    return {
      key,
      name,
      n: rows,
      scored,
      failed,
      notApplicable,
      coverage: rows === 0 ? null : scored / rows,
      passed,
      passRate: verdicts === 0 ? null : passed / verdicts,
      passRateCi95: wilson === null ? null : { lower: wilson.lower, upper: wilson.upper },
      threshold,
      lowerIsBetter,
      mean: this.#moments.mean,
      ci95: this.#moments.computeInterval(range),
      median,
      stdDev: this.#moments.sampleDeviation,
      min: this.#moments.least,
      max: this.#moments.most,
      p25,
      p75,
      p90,
      p95,
      quantilesExact: this.#values.isExact,
      ...this.#describeShape(),
      costUsd: this.#costUsd,
      tokens,
      failureReasons: this.#reasons.failed.list(),
      notApplicableReasons: this.#reasons["not-applicable"].list(),
      ...(rows > 0 && scored === 0 ? { warning: `${name} has no scores: ${this.#explainNoScores()}` } : {}),
    };
  }

  /** How consistent the scores are. Only scores from 0 to 1 have a tier and a distribution. */
  #describeShape() {
    const { mean, sampleDeviation, populationDeviation, count } = this.#moments;
    const isShare = this.#subject.range[0] === 0 && this.#subject.range[1] === 1;
    const known = mean !== null && sampleDeviation !== null && populationDeviation !== null;
    if (!known || !isShare)
      return {
        reliability: null,
        consistency: null,
        coefficientVariation: null,
        tier: null,
        distribution: null,
        sparkline: "",
      };
    return {
      reliability: 1 - sampleDeviation,
      consistency: count <= 1 || mean === 0 ? 1 : Math.max(0, 1 - sampleDeviation / mean),
      coefficientVariation: mean === 0 ? null : populationDeviation / mean,
      tier: toPerformanceTier(mean),
      distribution: [...this.#bins],
      sparkline: renderSparkline(this.#bins),
    };
  }

  #explainNoScores(): string {
    const { failed, notApplicable } = this.#counts;
    const [first] = failed > 0 ? this.#reasons.failed.list() : this.#reasons["not-applicable"].list();
    const split = failed > 0 ? `${failed} failed` : `${notApplicable} not applicable`;
    return first === undefined ? split : `${split}, mostly: ${first.reason}`;
  }
}
