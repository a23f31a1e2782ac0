/** Student's t distribution for any real degrees of freedom, through the regularized incomplete beta function. */
import { requireFinite, requirePositive, requireProbability } from "./arguments.ts";
import { normalQuantile } from "./normal.ts";

/** Closer to the middle than this the power series is short; farther out the continued fraction is. */
const seriesEnd = 3;

/** The probability of a t value at or below t. */
export function studentTCdf(t: number, df: number): number {
  requireFinite(t, "studentTCdf: t");
  requirePositive(df, "studentTCdf: df");
  if (t === 0) return 0.5;
  const ratio = Math.abs(t) / Math.sqrt(df);
  // The ratio itself can overflow where t and df are extreme; its logarithm cannot.
  const { centre, logTail } = split(ratio, Math.log(Math.abs(t)) - Math.log(df) / 2, df);
  return t < 0 ? Math.exp(logTail) : 0.5 + centre;
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
  const logRoot = Math.log(df) / 2;
  let position = Math.log(middle ? (0.5 - p) / peak(df) : -normalQuantile(p));
  for (let step = 0; step < 200; step += 1) {
    const { centre, logTail, slope, decay } = split(Math.exp(position - logRoot), position - logRoot, df);
    const change = middle ? (Math.log(centre / (0.5 - p)) * centre) / slope : (Math.log(p) - logTail) / decay;
    position -= change;
    if (Math.abs(change) <= 1e-15 * Math.max(1, Math.abs(position))) break;
  }
  return Math.exp(position);
}

/** The density at 0. */
function peak(df: number): number {
  return gammaStep(df / 2) / Math.sqrt(Math.PI * df);
}

interface Split {
  /** The probability between 0 and t. */
  readonly centre: number;
  /** The logarithm of the probability beyond t: finite even where the probability underflows. */
  readonly logTail: number;
  /** t times the density at t. */
  readonly slope: number;
  /** The same divided by the probability beyond t. */
  readonly decay: number;
}

/** Both sides of t > 0, given as t/√df and its logarithm; only the logarithm is used if the first overflows. */
function split(ratio: number, logRatio: number, df: number): Split {
  const a = df / 2;
  const far = ratio > 1e8;
  const logX = far ? -2 * logRatio : -Math.log1p(ratio * ratio);
  const rootY = far ? 1 : ratio / Math.sqrt(1 + ratio * ratio);
  const scale = (rootY * gammaStep(a)) / Math.sqrt(Math.PI);
  const slope = Math.exp(a * logX) * scale;
  if (ratio < 1 && ratio * Math.sqrt(df) < seriesEnd) {
    const centre = slope * series(a, rootY * rootY);
    return { centre, logTail: Math.log(0.5 - centre), slope, decay: slope / (0.5 - centre) };
  }
  const decay = (df * rootY * rootY) / fraction(a, far ? Math.exp(logX) : ratio ** -2);
  const logTail = a * logX + Math.log(scale / decay);
  return { centre: 0.5 - Math.exp(logTail), logTail, slope, decay };
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

/**
 * Gauss's continued fraction 1/(1 + k₁w/(1 + k₂w/(1 + …))) of the hypergeometric function F(½, 1; a+1; -w), by Lentz's
 * method. Every term is positive, so nothing cancels however large a is; for large a it is that of the normal tail.
 */
function fraction(a: number, w: number): number {
  let numerator = 1;
  let denominator = 0;
  let value = 1;
  for (let level = 1; level < 10_000; level += 1) {
    const term = coefficient(a, level) * w;
    numerator = 1 + term / numerator;
    denominator = 1 / (1 + term * denominator);
    value *= numerator * denominator;
    if (Math.abs(numerator * denominator - 1) < 3e-16) break;
  }
  return 1 / value;
}

function coefficient(a: number, level: number): number {
  const m = Math.floor(level / 2);
  const [first, second] = level % 2 === 1 ? [m + 0.5, a + m] : [m, a + m - 0.5];
  return (first / (a + level - 1)) * (second / (a + level));
}

/** Γ(a+½)/Γ(a), by its expansion for a ≥ 20 and the recurrence below: avoids the difference of two large logarithms. */
function gammaStep(a: number): number {
  let factor = 1;
  let at = a;
  for (; at < 20; at += 1) factor *= at / (at + 0.5);
  const s = 1 / (at * at);
  const tail = (-1 / 8 + s * (1 / 192 + s * (-1 / 640 + s * (17 / 14336 - s * (31 / 18432))))) / at;
  return factor * Math.sqrt(at) * Math.exp(tail);
}
