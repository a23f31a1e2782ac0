/** Rounding as AXIS means it everywhere: half up. */
export function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5);
}
