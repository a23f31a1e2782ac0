/** Reads how long a server asks to wait before the next request. */
type Headers = Readonly<Record<string, unknown>>;

/** The requested wait; undefined if there is none, or it is invalid or in the past. */
export function readRetryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const waits = [parseDecimal(headers?.["retry-after-ms"]), parseSecondsOrDate(headers?.["retry-after"], nowMs)];
  return waits.find((wait) => wait !== undefined && Number.isFinite(wait) && wait >= 0);
}

function parseDecimal(written: unknown): number | undefined {
  return typeof written === "string" && /^\d+(?:\.\d+)?$/.test(written.trim()) ? Number(written) : undefined;
}

function parseSecondsOrDate(written: unknown, nowMs: number): number | undefined {
  const seconds = parseDecimal(written);
  if (seconds !== undefined) return seconds * 1000;
  // A date contains a weekday or a month; Date.parse also accepts odd input such as "-5".
  return typeof written === "string" && /[a-z]{3}/i.test(written) ? Date.parse(written) - nowMs : undefined;
}
