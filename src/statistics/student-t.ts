/** Student's t distribution for any real degrees of freedom, through the regularised incomplete beta function. */
import { requireFinite, requirePositive, requireProbability } from "./arguments.ts";

/** Nearer than this to the middle the power series is short; farther out the continued fraction is. */
const seriesEnd = 3;

/** The chance of a t value at or below t. */
export function studentTCdf(t: number, df: number): number {
  requireFinite(t, "studentTCdf: t");
  requirePositive(df, "studentTCdf: df");
  if (t === 0) return 0.5;
  const { centre, tail } = split(Math.abs(t), df);
  return t < 0 ? tail : 0.5 + centre;
}

/** The t whose studentTCdf is p; minus and plus infinity at 0 and 1. */
export function studentTQuantile(p: number, df: number): number {
  requireProbability(p, "studentTQuantile: p");
  requirePositive(df, "studentTQuantile: df");
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  if (p === 0.5) return 0;
  return p < 0.5 ? -upperDistance(p, df) : upperDistance(1 - p, df);
}

/**
 * The distance beyond which a tail of size p < 0.5 begins: Newton's method on logarithms of both sides. The logarithm
 * of the tail falls, that of the centre rises, and both are concave in the logarithm of the distance, so from the second
 * step on Newton approaches from one side and cannot run away. The centre is used where p is near one half.
 */
function upperDistance(p: number, df: number): number {
  const middle = p > 0.25;
  const target = Math.log(middle ? 0.5 - p : p);
  let position = Math.log((0.5 - p) / peak(df));
  for (let step = 0; step < 300; step += 1) {
    const distance = Math.exp(position);
    if (distance === Infinity) return Infinity;
    const { centre, tail, slope } = split(distance, df);
    const part = middle ? centre : tail;
    const change = ((Math.log(part) - target) * part) / (middle ? slope : -slope);
    position -= change;
    if (Math.abs(change) <= 1e-15 * Math.max(1, Math.abs(position))) break;
  }
  return Math.exp(position);
}

/** The density at 0. */
function peak(df: number): number {
  return gammaStep(df / 2) / Math.sqrt(Math.PI * df);
}

/** The chance between 0 and t, the chance beyond t, and t times the density at t, for t > 0. */
function split(t: number, df: number): { centre: number; tail: number; slope: number } {
  const a = df / 2;
  const ratio = t / Math.sqrt(df);
  const logX = ratio > 1e8 ? -2 * Math.log(ratio) : -Math.log1p(ratio * ratio);
  const x = ratio > 1e8 ? ratio ** -2 : 1 / (1 + ratio * ratio);
  const rootY = ratio > 1e8 ? 1 : ratio / Math.sqrt(1 + ratio * ratio);
  const slope = (Math.exp(a * logX) * rootY * gammaStep(a)) / Math.sqrt(Math.PI);
  if (ratio < 1 && t < seriesEnd) {
    const centre = slope * series(a, rootY * rootY);
    return { centre, tail: 0.5 - centre, slope };
  }
  const tail = (slope / (2 * a)) * fraction(a, x);
  return { centre: 0.5 - tail, tail, slope };
}

/** 1 + (a+½)/(3/2)·y + (a+½)(a+3/2)/((3/2)(5/2))·y² + …: all terms positive, so nothing cancels. */
function series(a: number, y: number): number {
  let term = 1;
  let sum = 1;
  for (let index = 0; term > sum * 1e-17; index += 1) {
    term *= ((a + 0.5 + index) / (1.5 + index)) * y;
    sum += term;
  }
  return sum;
}

/** The continued fraction of the incomplete beta function of a and ½ at x, by Lentz's method. */
function fraction(a: number, x: number): number {
  const guard = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / guard(1 - ((a + 0.5) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (0.5 - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + 0.5 + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return value;
}

/** Γ(a+½)/Γ(a), by its expansion at a ≥ 20 and the recurrence below: no difference of two large logarithms. */
function gammaStep(a: number): number {
  let factor = 1;
  let at = a;
  for (; at < 20; at += 1) factor *= at / (at + 0.5);
  const s = 1 / (at * at);
  const tail = (-1 / 8 + s * (1 / 192 + s * (-1 / 640 + s * (17 / 14336 - s * (31 / 18432))))) / at;
  return factor * Math.sqrt(at) * Math.exp(tail);
}
