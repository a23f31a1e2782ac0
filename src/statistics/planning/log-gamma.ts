/** The logarithms of the gamma and beta functions, for positive arguments. */

/** From here on, Stirling's series with five terms is exact to the last digit. */
const stirlingStart = 12;

/** ln Γ(x). */
export function logGamma(x: number): number {
  let product = 1;
  let at = x;
  for (; at < stirlingStart; at += 1) product *= at;
  const s = 1 / (at * at);
  const tail = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - s * (691 / 360_360)))))) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + tail - Math.log(product);
}

/** ln B(a, b). */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}
