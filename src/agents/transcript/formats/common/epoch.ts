/** Formats times that programs give as numbers. */

const latestTime = Date.UTC(9999, 11, 31);

/** Formats milliseconds since 1970 as a time; undefined if the number is not a valid time. */
export function epochTime(milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined || milliseconds <= 0 || milliseconds > latestTime) return undefined;
  return new Date(milliseconds).toISOString();
}
