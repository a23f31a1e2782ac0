/** Whether an evaluation is good enough: limits per metric in, a verdict with one sentence per miss out. */
import { z } from "zod";
import type { Stopped } from "../results/result.ts";
import type { MetricSummary } from "./metric-summary.ts";

const share = z.number().min(0).max(1);

export const Gate = z.strictObject({
  /** The least mean; for a metric where lower is better, the most. */
  mean: z.number().optional(),
  passRate: share.optional(),
  minCoverage: share.optional(),
  maxFailed: z.number().int().nonnegative().optional(),
});
export type Gate = z.infer<typeof Gate>;

export interface GateVerdict {
  readonly passed: boolean;
  readonly reasons: readonly string[];
  /** What it was about, by the names that rows have. */
  readonly metrics: readonly string[];
}

/** A gate with the name it was given under, and the name of the rows it is about. */
export interface NamedGate {
  readonly shown: string;
  readonly target: string;
  readonly gate: Gate;
}

/** Null without gates: then nothing was asked. What was stopped early passes none: the rest is not known. */
export function checkGates(
  gates: readonly NamedGate[],
  summary: readonly MetricSummary[],
  stopped?: Stopped,
): GateVerdict | null {
  if (gates.length === 0) return null;
  const misses = gates.flatMap(({ shown, target, gate }) => {
    const metric = summary.find(({ name }) => name === target);
    return metric === undefined ? [`${shown} was not measured`] : missesOf(gate, shown, metric);
  });
  const reasons = stopped === undefined ? misses : [...misses, stoppedSentence(stopped)];
  return { passed: reasons.length === 0, reasons, metrics: gates.map(({ target }) => target) };
}

/** Why it stopped, and how much is left. */
export function stoppedSentence({ why, pending }: Stopped): string {
  return pending === null ? why : `${why}; ${pending} ${pending === 1 ? "pair is" : "pairs are"} left`;
}

function missesOf(gate: Gate, name: string, metric: MetricSummary): string[] {
  const { n, scored, failed, coverage } = metric;
  const left = failed > 0 ? `; ${failed} of ${n} failed` : "";
  if (scored === 0) return [`${name} scored nothing: ${n === 0 ? "there was no item" : `0 of ${n}`}${left}`];
  const misses: string[] = [];
  const miss = (isMissed: boolean, sentence: string) => {
    if (isMissed) misses.push(`${name} ${sentence}${left}`);
  };
  if (gate.mean !== undefined && metric.mean !== null) {
    const side = metric.lowerIsBetter ? "above" : "below";
    const isMissed = metric.lowerIsBetter ? metric.mean > gate.mean : metric.mean < gate.mean;
    miss(isMissed, `mean ${digits(metric.mean, gate.mean)} is ${side} ${digits(gate.mean)}`);
  }
  if (gate.passRate !== undefined) {
    const { passRate } = metric;
    if (passRate === null) miss(true, "has no pass rate: no row has a verdict");
    else
      miss(passRate < gate.passRate, `pass rate ${digits(passRate, gate.passRate)} is below ${digits(gate.passRate)}`);
  }
  if (gate.minCoverage !== undefined && coverage !== null)
    miss(
      coverage < gate.minCoverage,
      `coverage ${digits(coverage, gate.minCoverage)} is below ${digits(gate.minCoverage)}`,
    );
  if (gate.maxFailed !== undefined && failed > gate.maxFailed)
    misses.push(`${name} failed on ${failed} of ${n}, ${gate.maxFailed} are allowed`);
  return misses;
}

/** Two decimals, or as many as it takes to tell the number from the limit. */
function digits(value: number, other?: number): string {
  const decimals = [2, 3, 4, 6, 9].find(
    (places) => other === undefined || value.toFixed(places) !== other.toFixed(places),
  );
  return decimals === undefined ? String(value) : value.toFixed(decimals);
}
