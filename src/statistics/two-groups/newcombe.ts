/** Intervals of a difference of two pass rates, B - A, computed from the Wilson bounds of both. */
import { requireCount, requireOpenProbability, requireAtMost } from "../arguments.ts";
import { type Interval, normalReach } from "../interval.ts";
import { wilsonForRate } from "../one-group/wilson.ts";

/** The difference of two unpaired rates; null if a side has no trials. */
// oxlint-disable-next-line max-params -- a two by two table is four counts
export function newcombeInterval(cA: number, nA: number, cB: number, nB: number, confidence = 0.95): Interval | null {
  requireAtMost(cA, nA, ["newcombeInterval: cA", "newcombeInterval: nA"]);
  requireAtMost(cB, nB, ["newcombeInterval: cB", "newcombeInterval: nB"]);
  requireOpenProbability(confidence, "newcombeInterval: confidence");
  if (nA === 0 || nB === 0) return null;
  const reach = normalReach(confidence);
  return join(wilsonForRate(cA / nA, nA, reach), wilsonForRate(cB / nB, nB, reach), 0);
}

/** The difference of two rates over the same scenarios, each run once per side; null without scenarios. */
// oxlint-disable-next-line max-params -- a two by two table is four counts
export function newcombePaired(
  both: number,
  onlyA: number,
  onlyB: number,
  neither: number,
  confidence = 0.95,
): Interval | null {
  for (const [place, count] of Object.entries({ both, onlyA, onlyB, neither }))
    requireCount(count, `newcombePaired: ${place}`);
  requireOpenProbability(confidence, "newcombePaired: confidence");
  const n = both + onlyA + onlyB + neither;
  if (n === 0) return null;
  const reach = normalReach(confidence);
  const [a, b] = [wilsonForRate((both + onlyA) / n, n, reach), wilsonForRate((both + onlyB) / n, n, reach)];
  return { ...join(a, b, correlation({ both, onlyA, onlyB, neither })), estimate: (onlyB - onlyA) / n };
}

/** The correlation of both sides, with a continuity correction where it is positive. */
function correlation({ both, onlyA, onlyB, neither }: Record<"both" | "onlyA" | "onlyB" | "neither", number>): number {
  const root =
    Math.sqrt(both + onlyA) * Math.sqrt(onlyB + neither) * Math.sqrt(both + onlyB) * Math.sqrt(onlyA + neither);
  if (root === 0) return 0;
  const product = both * neither - onlyA * onlyB;
  const n = both + onlyA + onlyB + neither;
  return (product > 0 ? Math.max(product - n / 2, 0) : product) / root;
}

function join(a: Interval, b: Interval, phi: number): Interval {
  const estimate = b.estimate - a.estimate;
  return {
    estimate,
    lower: estimate - distance(b.estimate - b.lower, a.upper - a.estimate, phi),
    upper: estimate + distance(b.upper - b.estimate, a.estimate - a.lower, phi),
  };
}

function distance(first: number, second: number, phi: number): number {
  return Math.sqrt(Math.max(0, first * first + second * second - 2 * phi * first * second));
}
