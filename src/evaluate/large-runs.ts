/** Scores runs with very long transcripts one after the other, so that what they need in memory does not add up. */
import pLimit from "p-limit";
import type { Run } from "../core/run.ts";
import { measureEntry } from "../runner/kept-entries.ts";

/** Scoring takes about twenty times this in memory. */
const largeCharacters = 2 * 1024 ** 2;

export type ScoreInTurn = <T>(run: Pick<Run, "transcript">, work: () => Promise<T>) => Promise<T>;

/** Runs the work at once, or, if the run is large, when no other large run is being scored. */
export function createLargeRunQueue(): ScoreInTurn {
  const limit = pLimit(1);
  return (run, work) => (isLarge(run) ? limit(work) : work());
}

function isLarge({ transcript }: Pick<Run, "transcript">): boolean {
  let characters = 0;
  for (const entry of transcript) {
    characters += measureEntry(entry);
    if (characters > largeCharacters) return true;
  }
  return false;
}
