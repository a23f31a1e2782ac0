/** Searches for the threshold with the best kappa on one half of the records, and measures its kappa on the other half. */
import type { Agreement } from "../core/report/calibration.ts";
import { cohenKappa } from "../statistics/judges/agreement.ts";
import { createRandom } from "../statistics/random.ts";

interface Scored {
  readonly human: number;
  readonly judge: number;
}

const fewest = 40;
const seed = "axis calibrate/halves";

/** Returns null for fewer than 40 records, or if no threshold separates the labels. Human labels always pass at the present threshold. */
export function betterThreshold(pairs: readonly Scored[], present: number): Agreement["betterThreshold"] {
  if (pairs.length < fewest) return null;
  const [seen, held] = halves(pairs);
  const candidates = [...new Set(seen.map(({ judge }) => judge))].toSorted((a, b) => a - b);
  let best: { threshold: number; kappa: number } | null = null;
  for (const threshold of candidates) {
    const kappa = kappaAt(seen, threshold, present);
    if (kappa !== null && (best === null || kappa > best.kappa)) best = { threshold, kappa };
  }
  if (best === null) return null;
  const { threshold } = best;
  return { threshold, kappa: kappaAt(held, threshold, present), presentKappa: kappaAt(held, present, present) };
}

function kappaAt(pairs: readonly Scored[], threshold: number, present: number): number | null {
  const human = pairs.map((pair) => pair.human >= present);
  return cohenKappa(
    human,
    pairs.map((pair) => pair.judge >= threshold),
  ).value;
}

/** Shuffles with a fixed seed, so that the order of the file has no influence. */
function halves(pairs: readonly Scored[]): [Scored[], Scored[]] {
  const random = createRandom(seed);
  const shuffled = [...pairs];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.integer(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as Scored, shuffled[last] as Scored];
  }
  const middle = Math.floor(shuffled.length / 2);
  return [shuffled.slice(0, middle), shuffled.slice(middle)];
}
