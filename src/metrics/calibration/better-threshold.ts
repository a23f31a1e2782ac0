/** Searches for the threshold with the best kappa on one half of the records, and measures its kappa on the other half. */
import type { Agreement } from "../../core/report/calibration.ts";
import { cohenKappa } from "../../statistics/judges/agreement.ts";
import { createRandom } from "../../statistics/random.ts";

interface ScoredLabel {
  readonly human: number;
  readonly judge: number;
}

const minRecords = 40;
const seed = "axis calibrate/halves";

/** Returns null for fewer than 40 records, or if no threshold separates the labels. Human labels always pass at the present threshold. */
export function findBetterThreshold(pairs: readonly ScoredLabel[], present: number): Agreement["betterThreshold"] {
  if (pairs.length < minRecords) return null;
  const [seen, held] = splitInHalves(pairs);
  const candidates = [...new Set(seen.map(({ judge }) => judge))].toSorted((a, b) => a - b);
  let best: { threshold: number; kappa: number } | null = null;
  for (const threshold of candidates) {
    const kappa = computeKappaAt(seen, threshold, present);
    if (kappa !== null && (best === null || kappa > best.kappa)) best = { threshold, kappa };
  }
  if (best === null) return null;
  const { threshold } = best;
  return {
    threshold,
    kappa: computeKappaAt(held, threshold, present),
    presentKappa: computeKappaAt(held, present, present),
  };
}

function computeKappaAt(pairs: readonly ScoredLabel[], threshold: number, present: number): number | null {
  const human = pairs.map((pair) => pair.human >= present);
  return cohenKappa(
    human,
    pairs.map((pair) => pair.judge >= threshold),
  ).value;
}

/** Shuffles with a fixed seed, so that the order of the file has no influence. */
function splitInHalves(pairs: readonly ScoredLabel[]): [ScoredLabel[], ScoredLabel[]] {
  const random = createRandom(seed);
  const shuffled = [...pairs];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.integer(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as ScoredLabel, shuffled[last] as ScoredLabel];
  }
  const middle = Math.floor(shuffled.length / 2);
  return [shuffled.slice(0, middle), shuffled.slice(middle)];
}
