/** Reads how long a provider asks to wait. */

type Headers = Readonly<Record<string, string>>;

/** The requested wait; undefined if there is none, or it is invalid or in the past. */
export function retryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const waits = [parseDecimal(headers?.["retry-after-ms"]), parseSecondsOrDate(headers?.["retry-after"], nowMs)];
  return waits.find((wait) => wait !== undefined && Number.isFinite(wait) && wait >= 0);
}

function parseDecimal(written: string | undefined): number | undefined {
  return written !== undefined && /^\d+(?:\.\d+)?$/.test(written.trim()) ? Number(written) : undefined;
}

function parseSecondsOrDate(written: string | undefined, nowMs: number): number | undefined {
  const seconds = parseDecimal(written);
  if (seconds !== undefined) return seconds * 1000;
  // A date contains a weekday or a month; Date.parse also accepts odd input such as "-5".
  return written !== undefined && /[a-z]{3}/i.test(written) ? Date.parse(written) - nowMs : undefined;
}
