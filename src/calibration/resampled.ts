/** Bounds of any measure of agreement: the records are drawn again, two thousand times, from a seed. */
import type { Estimate } from "../core/report/calibration.ts";
import { quantile } from "../statistics/quantile.ts";
import { createRandom } from "../statistics/random.ts";

const samples = 2000;
/** Below this share of draws in which the measure has a value at all, its bounds would say little. */
const leastDefined = 0.5;

/** The measure with its 95 % bounds; draws in which it has no value are left out. */
export function resampled<Item>(
  items: readonly Item[],
  measure: (drawn: readonly Item[]) => number | null,
  seed: string,
): Estimate {
  const value = measure(items);
  if (value === null || items.length < 2) return { value, lower: null, upper: null };
  const random = createRandom(seed);
  const drawn: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const found = measure(items.map(() => items[random.integer(items.length)] as Item));
    if (found !== null) drawn.push(found);
  }
  if (drawn.length < leastDefined * samples) return { value, lower: null, upper: null };
  return { value, lower: quantile(drawn, 0.025), upper: quantile(drawn, 0.975) };
}
