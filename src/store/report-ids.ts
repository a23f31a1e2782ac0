/** The ids of reports: made from their start time, sorted by it, and found by a prefix. */
import { AxisError } from "../core/error.ts";
import { requireName } from "./paths.ts";

/** The UTC start as YYYY-MM-DD-HHMMSS. The second and later reports with the same start get a number. */
export function toReportId(start: Date, number: number): string {
  const [day = "", time = ""] = start.toISOString().split("T");
  const id = `${day}-${time.slice(0, 8).replaceAll(":", "")}`;
  return number === 1 ? id : `${id}-${number}`;
}

const reportIdPattern = /^(\d{4}-\d{2}-\d{2}-\d{6})(?:-(\d+))?$/;

/** Sorts newest first; names that are not AXIS report ids come last. */
export function sortNewestFirst(ids: readonly string[]): string[] {
  return ids.toSorted((a, b) => {
    const [left, right] = [reportIdPattern.exec(a), reportIdPattern.exec(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compareDescending(a, b);
    return compareDescending(left[1] ?? "", right[1] ?? "") || Number(right[2] ?? 1) - Number(left[2] ?? 1);
  });
}

/** Of two reports with the same time, the one with the higher number is newer. */
export function compareNewestFirst(a: { timestamp: string; reportId: string }, b: typeof a): number {
  if (a.timestamp !== b.timestamp) return compareDescending(a.timestamp, b.timestamp);
  return sortNewestFirst([a.reportId, b.reportId])[0] === a.reportId ? -1 : 1;
}

function compareDescending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

const maxShown = 5;

/** Finds the id that matches an id or a prefix. `ids` are newest first. */
export function findReportId(ids: readonly string[], wanted: string): string {
  requireName("report id", wanted);
  if (ids.includes(wanted)) return wanted;
  const candidates = ids.filter((id) => id.startsWith(wanted));
  if (candidates.length === 1 && candidates[0] !== undefined) return candidates[0];
  if (candidates.length > 1)
    throw new AxisError("report-missing", `"${wanted}" matches ${candidates.length} reports`, {
      hint: `Use one of: ${formatIds(candidates)}`,
    });
  throw new AxisError("report-missing", `Report "${wanted}" does not exist`, {
    hint:
      ids.length === 0 ? "Create one with: axis run" : `The closest ids are: ${formatIds(findNearest(ids, wanted))}`,
  });
}

/** The error for "latest" when no report exists. */
export function noReportsError(): AxisError {
  return new AxisError("report-missing", "No reports exist yet", { hint: "Create one with: axis run" });
}

function formatIds(ids: readonly string[]): string {
  const more = ids.length - maxShown;
  return ids.slice(0, maxShown).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

/** The ids that share the longest prefix. */
function findNearest(ids: readonly string[], wanted: string): string[] {
  const shared = (id: string) => {
    let length = 0;
    while (length < wanted.length && id[length] === wanted[length]) length += 1;
    return length;
  };
  return ids.toSorted((a, b) => shared(b) - shared(a)).slice(0, 3);
}
