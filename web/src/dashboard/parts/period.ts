/** The period a view covers: a number of days in the address. */

export const periods = ["7", "30", "90", "365"] as const;

/** The period in the address; empty means all time. */
export function parsePeriod(query: URLSearchParams): string {
  const days = query.get("days") ?? "";
  return (periods as readonly string[]).includes(days) ? days : "";
}

export function formatPeriod(days: string): string {
  return days === "365" ? "last year" : `last ${days} days`;
}

/** Starts at midnight UTC, so that repeated requests are the same. */
export function findPeriodStart(days: string, now: Date): string | null {
  if (days === "") return null;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(today - (Number(days) - 1) * 86_400_000).toISOString();
}
