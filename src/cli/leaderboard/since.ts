/** Parses --since: a date, or an age such as 30d. */
import { InvalidArgumentError } from "commander";

const unitsMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Returns the start date for a given current time. */
export type Since = (now: Date) => Date;

export function parseSince(value: string): Since {
  const [, count = "", unit = ""] = /^(\d{1,6})([hdw])$/.exec(value) ?? [];
  const agoMs = Number(count) * (unitsMs[unit] ?? 0);
  if (agoMs > 0) return (now) => new Date(now.getTime() - agoMs);
  const moment = /^\d{4}-\d\d-\d\d(T.+)?$/.test(value) ? new Date(value) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError("Expected an age such as 12h, 30d or 4w, or a day such as 2026-03-01 (UTC).");
  return () => moment;
}
