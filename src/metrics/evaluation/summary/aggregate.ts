/** Aggregates the rows of one metric as they arrive, in constant memory, into a summary. */
import { addKnown } from "../../../core/model/spending.ts";
import { type TokenUsage, totalTokens } from "../../../core/model/token-usage.ts";
import { wilsonInterval } from "../../../statistics/one-group/wilson.ts";
import { quantileOfSorted } from "../../../statistics/quantile.ts";
import { createRandom, type Random } from "../../../statistics/random.ts";
import { studentTQuantile } from "../../../statistics/student-t.ts";
import { renderSparkline, toPerformanceTier } from "../../summaries/spread.ts";
import type { MetricSummary } from "./metric-summary.ts";

/** Computes mean, spread and extremes of a stream of numbers (Welford) in constant memory. */
class Moments {
  #count = 0;
  /** The mean is computed from the plain sum, which rounds less: three thirds add up to exactly one. */
  #sum = 0;
  #mean = 0;
  #squares = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    this.#count += 1;
    this.#sum += value;
    const step = value - this.#mean;
    this.#mean += step / this.#count;
    this.#squares += step * (value - this.#mean);
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
  }

  get count(): number {
    return this.#count;
  }

  get mean(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }

  get least(): number | null {
    return this.#count === 0 ? null : this.#least;
  }

  get most(): number | null {
    return this.#count === 0 ? null : this.#most;
  }

  /** Divided by n - 1; 0 for one value, null for none. */
  get sampleDeviation(): number | null {
    if (this.#count === 0) return null;
    return this.#count === 1 ? 0 : Math.sqrt(this.#squares / (this.#count - 1));
  }

  /** Divided by n. */
  get populationDeviation(): number | null {
    return this.#count === 0 ? null : Math.sqrt(this.#squares / this.#count);
  }

  /** The 95 % interval of the mean by Student's t, limited to the range; null for fewer than two values. */
  computeInterval(range: readonly [number, number]): { readonly lower: number; readonly upper: number } | null {
    if (this.#count < 2) return null;
    const error = Math.sqrt(this.#squares / (this.#count - 1) / this.#count);
    const half = studentTQuantile(0.975, this.#count - 1) * error;
    const middle = this.#sum / this.#count;
    return { lower: Math.max(range[0], middle - half), upper: Math.min(range[1], middle + half) };
  }
}

/** Quantiles are exact up to this many numbers. */
const reservoirSize = 100_000;

/** Grows as needed up to `size`; the same numbers and seed give the same sample. */
export class Reservoir {
  readonly #seed: string;
  readonly #size: number;
  #random: Random | undefined;
  #values = new Float64Array(64);
  #seen = 0;

  constructor(seed: string, size = reservoirSize) {
    this.#seed = seed;
    this.#size = size;
  }

  /** Whether no number was dropped. */
  get isExact(): boolean {
    return this.#seen <= this.#size;
  }

  add(value: number): void {
    const at = this.#seen;
    this.#seen += 1;
    if (at < this.#size) return this.#put(at, value);
    this.#random ??= createRandom(this.#seed);
    const slot = this.#random.integer(this.#seen);
    if (slot < this.#size) this.#values[slot] = value;
  }

  /** Returns the quantiles at these shares; null for each if there are no numbers. */
  quantiles(shares: readonly number[]): (number | null)[] {
    const sorted = this.#values.slice(0, Math.min(this.#seen, this.#size)).sort();
    return shares.map((share) => (sorted.length === 0 ? null : quantileOfSorted(sorted, share)));
  }

  #put(at: number, value: number): void {
    if (at === this.#values.length) {
      const grown = new Float64Array(Math.min(this.#size, at * 2));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[at] = value;
  }
}

/** Counts why scores are missing: the first hundred reasons individually, the rest together. */
const maxReasons = 100;
const maxReasonLength = 500;

class ReasonCounts {
  readonly #counts = new Map<string, number>();
  #others = 0;

  add(reason: string): void {
    const key = reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength).toWellFormed()}…` : reason;
    const before = this.#counts.get(key);
    if (before === undefined && this.#counts.size >= maxReasons) this.#others += 1;
    else this.#counts.set(key, (before ?? 0) + 1);
  }

  /** Lists the most frequent reasons first. */
  list(): { reason: string; count: number }[] {
    const named = [...this.#counts].map(([reason, count]) => ({ reason, count }));
    const sorted = named.toSorted((one, other) => other.count - one.count);
    return this.#others === 0 ? sorted : [...sorted, { reason: "other reasons", count: this.#others }];
  }
}

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
    this.#costUsd = addKnown(this.#costUsd, row.costEstimate);
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
