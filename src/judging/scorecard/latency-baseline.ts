/** The latency baseline of earlier runs: the median time of the newest twenty. */
import type { BaselineScope, LatencyBaseline, RunOutcome } from "../../core/run/run-facts.ts";

/** How many of the newest samples count. */
export const latencyWindow = 20;

/** One finished run as a sample of the latency baseline. */
export interface LatencySample {
  readonly run_id: string;
  readonly wall_ms: number;
}

/** The facts that decide whether a run is a sample. */
export interface FinishedRun {
  readonly outcome: RunOutcome | null;
  readonly counted: boolean;
  readonly feeds_baseline: boolean;
  readonly wall_ms: number | null;
}

function isSample<Run extends FinishedRun>(run: Run): run is Run & { readonly wall_ms: number } {
  const { wall_ms: wall } = run;
  const hasTime = wall !== null && Number.isSafeInteger(wall) && wall >= 1;
  return run.outcome === "COMPLETED" && run.counted && run.feeds_baseline && hasTime;
}

/** The newest samples among runs in scoring order, oldest first. The search stops once the window is full. */
export function newestSamples<Run extends FinishedRun>(runs: readonly Run[], belongs: (run: Run) => boolean) {
  const newest: (Run & { readonly wall_ms: number })[] = [];
  for (let at = runs.length - 1; at >= 0 && newest.length < latencyWindow; at -= 1) {
    const run = runs[at];
    if (run !== undefined && belongs(run) && isSample(run)) newest.push(run);
  }
  return newest.toReversed();
}

/** Computes the baseline from samples in scoring order, oldest first. */
export function latencyBaseline(samples: readonly LatencySample[], scope: BaselineScope): LatencyBaseline {
  const newest = samples.slice(-latencyWindow);
  return {
    p50_ms: median(newest.map(({ wall_ms }) => wall_ms)),
    samples: newest.length,
    scope,
    frozen: false,
    run_ids: newest.map(({ run_id }) => run_id).toReversed(),
  };
}

/** In whole milliseconds; between two middle values their mean, halves up. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  // BigInt, because the sum of two safe integers may not be a safe integer.
  return Number((BigInt(lower) + BigInt(upper) + 1n) / 2n);
}
