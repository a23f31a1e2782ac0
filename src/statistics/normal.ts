/** The standard normal distribution: its distribution function and the inverse. */
import { requireFinite, requireProbability } from "./arguments.ts";

const logRootTwoPi = 0.5 * Math.log(2 * Math.PI);

/** Closer to the middle than this the series is accurate enough; beyond it the continued fraction is. */
const seriesEnd = 3;
/** Levels of the fraction: at 3, where it converges slowest, 60 levels reach the last digit of a double. */
const fractionDepth = 80;

/** The probability of a standard normal value at or below x; relative error below 1e-12, even far out in the tail. */
export function normalCdf(x: number): number {
  requireFinite(x, "normalCdf: x");
  const tail = density(Math.abs(x)) * millsRatio(Math.abs(x));
  return x > 0 ? 1 - tail : tail;
}

/** The x whose normalCdf is p; minus and plus infinity at 0 and 1. */
export function normalQuantile(p: number): number {
  requireProbability(p, "normalQuantile: p");
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  if (p === 0.5) return 0;
  return p < 0.5 ? -upperDistance(p) : upperDistance(1 - p);
}

/**
 * The distance t > 0 beyond which a tail of size p < 0.5 begins: Newton's method on the logarithm of the tail. That
 * function is concave, and the start is outside the root, so every step goes towards it and none past it.
 */
function upperDistance(p: number): number {
  const target = Math.log(p);
  let distance = Math.sqrt(-2 * target);
  for (let step = 0; step < 50; step += 1) {
    const ratio = millsRatio(distance);
    const logTail = Math.log(ratio) - (distance * distance) / 2 - logRootTwoPi;
    const change = (target - logTail) * ratio;
    distance -= change;
    if (Math.abs(change) <= 1e-15 * distance) break;
  }
  return distance;
}

function density(x: number): number {
  return Math.exp((-x * x) / 2 - logRootTwoPi);
}

/** The tail beyond t ≥ 0 divided by the density at t: finite even where both underflow. */
function millsRatio(t: number): number {
  return t < seriesEnd ? 0.5 / density(t) - oddSeries(t) : 1 / fraction(t);
}

/** t + t³/3 + t⁵/(3·5) + …: the part between the middle and t, divided by the density. */
function oddSeries(t: number): number {
  let term = t;
  let sum = t;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (t * t) / odd;
    sum += term;
  }
  return sum;
}

/** t + 1/(t + 2/(t + 3/(t + …))), evaluated from the inside out. */
function fraction(t: number): number {
  let value = t;
  for (let level = fractionDepth; level > 0; level -= 1) value = t + level / value;
  return value;
}
