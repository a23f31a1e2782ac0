/** How far back a view looks: a number of days, as it stands in the address. */

export const periods = ["7", "30", "90", "365"] as const;

/** The choice in an address; empty means everything there is. */
export function periodFrom(query: URLSearchParams): string {
  const days = query.get("days") ?? "";
  return (periods as readonly string[]).includes(days) ? days : "";
}

export function periodWords(days: string): string {
  return days === "365" ? "last year" : `last ${days} days`;
}

/** The moment it begins: whole days of UTC, so that it stays the same from one reading to the next. */
export function periodStart(days: string, now: Date): string | null {
  if (days === "") return null;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(today - (Number(days) - 1) * 86_400_000).toISOString();
}
