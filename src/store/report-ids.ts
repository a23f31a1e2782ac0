/** The names of reports: made from the start of a run, ordered by it, and found by a part of it. */
import { AxisError } from "../core/error.ts";
import { checkedName } from "./paths.ts";

/** UTC start as YYYY-MM-DD-HHMMSS; from the second with that start on, with a number. */
export function reportIdFor(start: Date, number: number): string {
  const [day = "", time = ""] = start.toISOString().split("T");
  const id = `${day}-${time.slice(0, 8).replaceAll(":", "")}`;
  return number === 1 ? id : `${id}-${number}`;
}

const ours = /^(\d{4}-\d{2}-\d{2}-\d{6})(?:-(\d+))?$/;

/** Newest first; names that are no ids of ours come last. */
export function newestFirst(ids: readonly string[]): string[] {
  return ids.toSorted((a, b) => {
    const [left, right] = [ours.exec(a), ours.exec(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || descending(a, b);
    return descending(left[1] ?? "", right[1] ?? "") || Number(right[2] ?? 1) - Number(left[2] ?? 1);
  });
}

/** Of two reports with the same time, the greater number is the newer. */
export function newerByTime(a: { timestamp: string; reportId: string }, b: typeof a): number {
  if (a.timestamp !== b.timestamp) return descending(a.timestamp, b.timestamp);
  return newestFirst([a.reportId, b.reportId])[0] === a.reportId ? -1 : 1;
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

const mostShown = 5;

/** The one id that is meant by an id or the beginning of one. `ids` are newest first. */
export function findReportId(ids: readonly string[], wanted: string): string {
  checkedName("report id", wanted);
  if (ids.includes(wanted)) return wanted;
  const candidates = ids.filter((id) => id.startsWith(wanted));
  if (candidates.length === 1 && candidates[0] !== undefined) return candidates[0];
  if (candidates.length > 1)
    throw new AxisError("report-missing", `"${wanted}" could be ${candidates.length} reports`, {
      hint: `Say which: ${listed(candidates)}`,
    });
  throw new AxisError("report-missing", `There is no report "${wanted}"`, {
    hint: ids.length === 0 ? "Make one with: axis run" : `The nearest: ${listed(nearest(ids, wanted))}`,
  });
}

/** The error where "latest" is asked for and there is none. */
export function noReports(): AxisError {
  return new AxisError("report-missing", "There is no report yet", { hint: "Make one with: axis run" });
}

function listed(ids: readonly string[]): string {
  const more = ids.length - mostShown;
  return ids.slice(0, mostShown).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

/** Those that share the longest beginning. */
function nearest(ids: readonly string[], wanted: string): string[] {
  const shared = (id: string) => {
    let length = 0;
    while (length < wanted.length && id[length] === wanted[length]) length += 1;
    return length;
  };
  return ids.toSorted((a, b) => shared(b) - shared(a)).slice(0, 3);
}
