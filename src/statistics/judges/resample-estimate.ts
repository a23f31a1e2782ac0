/** Bounds for any measure of agreement: the records are drawn again two thousand times from a fixed seed. */
import { quantile } from "../quantile.ts";
import { createRandom } from "../random.ts";

const resampleCount = 2000;
/** If the measure is defined in a smaller share of the samples than this, bounds would be meaningless. */
const minDefinedShare = 0.5;

/** A value with its 95 % bounds; null if the records cannot tell. */
interface Estimate {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Returns the measure with its bounds, ignoring samples in which it is undefined. */
export function resampleEstimate<Item>(
  items: readonly Item[],
  measure: (drawn: readonly Item[]) => number | null,
  seed: string,
): Estimate {
  const value = measure(items);
  if (value === null || items.length < 2) return { value, lower: null, upper: null };
  const random = createRandom(seed);
  const drawn: number[] = [];
  for (let sample = 0; sample < resampleCount; sample += 1) {
    const found = measure(items.map(() => items[random.integer(items.length)] as Item));
    if (found !== null) drawn.push(found);
  }
  if (drawn.length < minDefinedShare * resampleCount) return { value, lower: null, upper: null };
  return { value, lower: quantile(drawn, 0.025), upper: quantile(drawn, 0.975) };
}
