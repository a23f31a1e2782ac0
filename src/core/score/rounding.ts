/** Rounding as AXIS does it everywhere: half up. */
export function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5);
}
