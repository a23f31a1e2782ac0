/** The range that a mean could have if the missing values were known. */
import { requireCount, requireProbability } from "../arguments.ts";

/** The mean of the known scores, and the means with every missing score at 0 and at 1. */
export interface MissingBounds {
  readonly estimate: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly missingShare: number | null;
}

/** Bounds a mean of scores from 0 to 1, some of them missing. */
export function missingBounds(scores: readonly number[], missing: number): MissingBounds {
  for (const [index, score] of scores.entries()) requireProbability(score, `missingBounds: scores[${index}]`);
  requireCount(missing, "missingBounds: missing");
  const planned = scores.length + missing;
  const sum = scores.reduce((total, score) => total + score, 0);
  return {
    estimate: share(sum, scores.length),
    lowest: share(sum, planned),
    highest: share(sum + missing, planned),
    missingShare: share(missing, planned),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
