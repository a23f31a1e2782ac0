/** The pace of earlier runs: the median time of the newest twenty. */
import type { BaselineScope, LatencyBaseline, RunOutcome } from "../core/run/run-facts.ts";

/** How many of the newest samples count. */
export const paceWindow = 20;

/** One finished run as the pace sees it. */
export interface PaceSample {
  readonly run_id: string;
  readonly wall_ms: number;
}

/** What decides whether a run is a sample. */
export interface Finished {
  readonly outcome: RunOutcome | null;
  readonly counted: boolean;
  readonly feeds_baseline: boolean;
  readonly wall_ms: number | null;
}

function isSample<Run extends Finished>(run: Run): run is Run & { readonly wall_ms: number } {
  const { wall_ms: wall } = run;
  const hasTime = wall !== null && Number.isSafeInteger(wall) && wall >= 1;
  return run.outcome === "COMPLETED" && run.counted && run.feeds_baseline && hasTime;
}

/** The newest samples among runs in scoring order, oldest first. No run is looked at once the window is full. */
export function newestSamples<Run extends Finished>(runs: readonly Run[], belongs: (run: Run) => boolean) {
  const newest: (Run & { readonly wall_ms: number })[] = [];
  for (let at = runs.length - 1; at >= 0 && newest.length < paceWindow; at -= 1) {
    const run = runs[at];
    if (run !== undefined && belongs(run) && isSample(run)) newest.push(run);
  }
  return newest.toReversed();
}

/** From samples in scoring order, oldest first. */
export function paceOf(samples: readonly PaceSample[], scope: BaselineScope): LatencyBaseline {
  const newest = samples.slice(-paceWindow);
  return {
    p50_ms: median(newest.map(({ wall_ms }) => wall_ms)),
    samples: newest.length,
    scope,
    frozen: false,
    run_ids: newest.map(({ run_id }) => run_id).toReversed(),
  };
}

/** Whole milliseconds; of two middle values the mean, halves up. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  // Added up only after halving would be exact: two safe integers may sum to more than a safe one.
  return Number((BigInt(lower) + BigInt(upper) + 1n) / 2n);
}
