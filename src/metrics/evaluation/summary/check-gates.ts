/** Decides whether an evaluation is good enough: takes limits per metric, returns a verdict with one sentence per missed limit. */
import { z } from "zod";
import type { Stopped } from "../results/result.ts";
import type { MetricSummary } from "./metric-summary.ts";

const share = z.number().min(0).max(1);

export const MetricGate = z.strictObject({
  /** The lowest acceptable mean, or the highest if lower is better. */
  mean: z.number().optional(),
  passRate: share.optional(),
  minCoverage: share.optional(),
  maxFailed: z.number().int().nonnegative().optional(),
});
export type MetricGate = z.infer<typeof MetricGate>;

export interface GateVerdict {
  readonly passed: boolean;
  readonly reasons: readonly string[];
  /** The gated metrics, by the names used in rows. */
  readonly metrics: readonly string[];
  /** What they must reach. */
  readonly limits: readonly NamedGate[];
  /** Those that do not, by the names used in rows. */
  readonly missed: readonly string[];
}

/** A gate with the name used in the options, and the name of the rows it applies to. */
export interface NamedGate {
  readonly shown: string;
  readonly target: string;
  readonly gate: MetricGate;
}

/** Returns null if there are no gates. An evaluation that stopped early never passes, because the remaining results are unknown. */
export function checkGates(
  gates: readonly NamedGate[],
  summary: readonly MetricSummary[],
  stopped?: Stopped,
): GateVerdict | null {
  if (gates.length === 0) return null;
  const checked = gates.map(({ shown, target, gate }) => {
    const metric = summary.find(({ name }) => name === target);
    return { target, misses: metric === undefined ? [`${shown} was not measured`] : listMisses(gate, shown, metric) };
  });
  const misses = checked.flatMap((each) => each.misses);
  const reasons = stopped === undefined ? misses : [...misses, describeStopped(stopped)];
  return {
    passed: reasons.length === 0,
    reasons,
    metrics: gates.map(({ target }) => target),
    limits: gates,
    missed: [...new Set(checked.filter((each) => each.misses.length > 0).map(({ target }) => target))],
  };
}

/** Describes why the evaluation stopped, and how much is left. */
export function describeStopped({ why, pending }: Stopped): string {
  return pending === null ? why : `${why}; ${pending} ${pending === 1 ? "measurement is" : "measurements are"} left`;
}

function listMisses(gate: MetricGate, name: string, metric: MetricSummary): string[] {
  const { n, scored, failed } = metric;
  const left = failed > 0 ? `; ${failed} of ${n} failed` : "";
  if (scored === 0) return [`${name} has no scores: ${n === 0 ? "there are no items" : `0 of ${n}`}${left}`];
  const misses = [findMeanMiss(gate, metric), findPassRateMiss(gate, metric), findCoverageMiss(gate, metric)]
    .filter((miss) => miss !== null)
    .map((miss) => `${name} ${miss}${left}`);
  if (gate.maxFailed !== undefined && failed > gate.maxFailed)
    misses.push(`${name} failed on ${failed} of ${n}, at most ${gate.maxFailed} allowed`);
  return misses;
}

function findMeanMiss(gate: MetricGate, { key, mean, lowerIsBetter }: MetricSummary): string | null {
  if (gate.mean === undefined || mean === null) return null;
  const isMissed = lowerIsBetter ? mean > gate.mean : mean < gate.mean;
  const side = lowerIsBetter ? "above" : "below";
  const unit = key === "latency" && lowerIsBetter ? " s" : "";
  const numbers = [formatDigits(mean, gate.mean), formatDigits(gate.mean)] as const;
  return isMissed ? `mean ${numbers[0]}${unit} is ${side} ${numbers[1]}${unit}` : null;
}

function findPassRateMiss(gate: MetricGate, { passRate }: MetricSummary): string | null {
  if (gate.passRate === undefined) return null;
  if (passRate === null) return "has no pass rate: no row passed or failed";
  if (passRate >= gate.passRate) return null;
  return `pass rate ${formatDigits(passRate, gate.passRate)} is below ${formatDigits(gate.passRate)}`;
}

function findCoverageMiss({ minCoverage }: MetricGate, { coverage }: MetricSummary): string | null {
  if (minCoverage === undefined || coverage === null || coverage >= minCoverage) return null;
  return `coverage ${formatDigits(coverage, minCoverage)} is below ${formatDigits(minCoverage)}`;
}

/** Formats with two decimals, or as many as needed to distinguish the number from the limit. */
function formatDigits(value: number, other?: number): string {
  const decimals = [2, 3, 4, 6, 9].find(
    (places) => other === undefined || value.toFixed(places) !== other.toFixed(places),
  );
  return decimals === undefined ? String(value) : value.toFixed(decimals);
}
