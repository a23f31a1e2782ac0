/** Reads the times that agents put on their entries: a full ISO 8601 date and time, or nothing. */

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?$/;

/** The usual form, with a day that every month has, so that the platform parses it correctly. */
const usualTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

/** A clock that shows 1970 was never set, so differences from it mean nothing. */
const earliestYear = 1971;
const earliestTime = Date.UTC(earliestYear, 0);

/**
 * Returns milliseconds since 1970, or null if the text is not a full date and time. A time without a zone is read as UTC,
 * so that the machine's own zone never changes a duration.
 */
export function parseTime(text: string | null): number | null {
  if (text === null || text.length > 48) return null;
  const time = usualTime.test(text) ? Date.parse(text) : parseParts(text);
  return time >= earliestTime ? time : null;
}

function isDate(year: number, month: number, day: number): boolean {
  return year >= earliestYear && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** Returns NaN if the text is not a time. */
function parseParts(text: string): number {
  const match = isoTime.exec(text);
  if (match === null) return NaN;
  const part = (position: number) => Number(match[position] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (!isDate(year, month, day) || hour > 23 || minute > 59 || second > 60) return NaN;
  if (part(9) > 23 || part(10) > 59) return NaN;
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const offset = (match[8] === "-" ? -1 : 1) * (part(9) * 60 + part(10)) * 60_000;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - offset;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Returns the time between two moments, or null if either is unknown or time ran backwards. */
export function elapsedMs(from: number | null, to: number | null): number | null {
  if (from === null || to === null || to < from) return null;
  return to - from;
}
