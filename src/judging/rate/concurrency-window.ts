/**
 * How many requests may be in flight. A refusal multiplies it by 0.7, at most once per 15 s; each full round without one
 * adds one, up to the initial value.
 */
import type { Clock } from "./clock.ts";

export interface ConcurrencyWindow {
  readonly limit: number;
  /** The lowest value so far. */
  readonly lowest: number;
  recordRefusal(): void;
  recordAnswer(): void;
}

const cutFactor = 0.7;
const cutEveryMs = 15_000;

export function openConcurrencyWindow(start: number, clock: Clock): ConcurrencyWindow {
  let limit = start;
  let lowest = start;
  let cutTo = start;
  /** The upper bound until the next cut is possible. */
  let ceiling = start;
  let lastCut = -Infinity;
  let round = 0;

  return {
    get limit() {
      return limit;
    },
    get lowest() {
      return lowest;
    },
    recordRefusal() {
      round = 0;
      if (clock.now() - lastCut >= cutEveryMs) {
        lastCut = clock.now();
        ceiling = limit - 1;
        limit = cutTo = Math.max(1, Math.floor(limit * cutFactor));
        lowest = Math.min(lowest, limit);
      } else if (limit > cutTo) {
        // Too soon for another cut: the last increase was too much, so it is undone.
        ceiling = --limit;
      }
    },
    recordAnswer() {
      if (++round < limit) return;
      round = 0;
      // The refused width is tried again only when another cut is possible; otherwise it would be refused for 15 s.
      const top = clock.now() - lastCut < cutEveryMs ? ceiling : start;
      if (limit < top) limit++;
    },
  };
}
