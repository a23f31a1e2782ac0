/** The latency baseline of earlier runs: the median time of the newest twenty. */
import type { BaselineScope, LatencyBaseline, RunOutcome } from "./run-facts.ts";

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

/** A valid time in whole milliseconds; null for any other value. */
export function toWholeMs(reading: number | null): number | null {
  return reading !== null && Number.isSafeInteger(reading) && reading >= 1 ? reading : null;
}

/** Whether a run counts for the latency baseline. */
export function isLatencySample<Run extends FinishedRun>(run: Run): run is Run & { readonly wall_ms: number } {
  return run.outcome === "COMPLETED" && run.counted && run.feeds_baseline && toWholeMs(run.wall_ms) !== null;
}

/** The newest samples among runs in scoring order, oldest first. The search stops once the window is full. */
export function newestSamples<Run extends FinishedRun>(runs: readonly Run[], belongs: (run: Run) => boolean) {
  const newest: (Run & { readonly wall_ms: number })[] = [];
  for (let at = runs.length - 1; at >= 0 && newest.length < latencyWindow; at -= 1) {
    const run = runs[at];
    if (run !== undefined && belongs(run) && isLatencySample(run)) newest.push(run);
  }
  return newest.toReversed();
}

/** Computes the baseline from samples in scoring order, oldest first. */
export function latencyBaseline(samples: readonly LatencySample[], scope: BaselineScope): LatencyBaseline {
  const newest = samples.slice(-latencyWindow);
  return {
    p50_ms: medianMs(newest),
    samples: newest.length,
    scope,
    frozen: false,
    run_ids: newest.map(({ run_id }) => run_id).toReversed(),
  };
}

/** The middle time, or the mean of the two middle ones rounded half up; null without samples. */
export function medianMs(samples: readonly { readonly wall_ms: number }[]): number | null {
  const sorted = samples.map(({ wall_ms }) => wall_ms).toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  // Halves the distance instead of the sum, because the sum of two times can exceed 2^53.
  return lower + Math.floor((upper - lower + 1) / 2);
}
