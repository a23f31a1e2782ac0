/** Reproducible randomness. */
import type { Random } from "./random.ts";

/** Random numbers from a seed: the same in every run. */
export function seededRandom(seed = 1): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return {
    hex: (bytes) => Array.from({ length: bytes }, () => (next() >>> 24).toString(16).padStart(2, "0")).join(""),
    fraction: () => next() / 2 ** 32,
  };
}
