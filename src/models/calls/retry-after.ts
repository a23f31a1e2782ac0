/** What a refusal says about when to come back. */

type Headers = Readonly<Record<string, string>>;

/** The wait a provider asks for, or undefined where it asks for none, for nonsense, or for a time that has passed. */
export function retryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const waits = [millisecondsOf(headers?.["retry-after-ms"]), secondsOrDate(headers?.["retry-after"], nowMs)];
  return waits.find((wait) => wait !== undefined && Number.isFinite(wait) && wait >= 0);
}

function millisecondsOf(written: string | undefined): number | undefined {
  return written !== undefined && /^\d+(?:\.\d+)?$/.test(written.trim()) ? Number(written) : undefined;
}

function secondsOrDate(written: string | undefined, nowMs: number): number | undefined {
  const seconds = millisecondsOf(written);
  if (seconds !== undefined) return seconds * 1000;
  // A date names a day of the week or a month; Date.parse takes stranger things, such as "-5".
  return written !== undefined && /[a-z]{3}/i.test(written) ? Date.parse(written) - nowMs : undefined;
}
