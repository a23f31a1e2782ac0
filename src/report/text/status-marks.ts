/** The mark of a status, and the marks of all trials of a result. */
import { listTrialStatuses } from "../../core/report/complete-report.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { isCounted, type RunStatus } from "../../core/report/run-status.ts";
import { roundHalfUp } from "../../core/score/rounding.ts";
import { noNumber, type Paint, paintScore } from "./format.ts";

export const statusMarks: Readonly<Record<RunStatus, string>> = {
  passed: "●",
  failed: "✗",
  error: "!",
  "not run": "○",
  unscored: "?",
};

/** More trials than this are counted instead of drawn. */
const mostMarks = 12;

/** One mark per trial; with very many trials, how many of the counted ones passed. */
export function formatTrials(result: Pick<PairResult, "status" | "trials">): string {
  const statuses = listTrialStatuses(result);
  if (statuses.length <= mostMarks) return statuses.map((status) => statusMarks[status]).join("");
  const counted = statuses.filter(isCounted);
  return `${counted.filter((status) => status === "passed").length}/${counted.length}`;
}

/** The color of a status. Success is quiet: nothing else is green. */
export function paintStatus(status: RunStatus, text: string, paint: Paint): string {
  if (status === "failed") return paint.bad(text);
  if (status === "passed") return paint.good(text);
  return status === "not run" ? paint.dim(text) : paint.warn(text);
}

/** The marks of all trials, each in its color. */
export function paintTrials(result: Pick<PairResult, "status" | "trials">, paint: Paint): string {
  const statuses = listTrialStatuses(result);
  if (statuses.length > mostMarks) return paintStatus(result.status, formatTrials(result), paint);
  return statuses.map((status) => paintStatus(status, statusMarks[status], paint)).join("");
}

/** A mean as people see it: a whole number, rounded half up. */
export function formatWholeMean(value: number | null): string {
  return value === null ? noNumber : String(roundHalfUp(value));
}

/** The number of a result or run in the color of its band; a failed one is never green. */
export function paintMean(value: number | null, status: RunStatus, paint: Paint): string {
  if (value === null) return paint.dim(noNumber);
  const rounded = roundHalfUp(value);
  return status === "failed" ? paint.bad(String(rounded)) : paintScore(rounded, paint);
}
