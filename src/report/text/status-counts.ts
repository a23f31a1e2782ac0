/** Says how many runs have each status. Pages use it too, so it imports no schema. */
import { formatCount } from "../../core/format-count.ts";
import type { RunStatus, StatusCounts } from "../../core/report/run-status.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";

const words = ["passed", "failed", "error", "unscored", "not run"] as const;

/** The counts as a list, leaving out zeros: "82 passed, 25 failed, 1 error". */
export function formatStatusCounts(counts: StatusCounts): string {
  return words.flatMap((word) => (counts[word] === 0 ? [] : [`${counts[word]} ${word}`])).join(", ");
}

/** How many runs were planned, and what became of them. */
export function formatRuns({ summary }: Pick<Report, "summary">): string {
  const { runs } = summary.statuses;
  const planned = Object.values(runs).reduce((sum, count) => sum + count, 0);
  return `${formatCount(planned, "run")}${planned === 0 ? "" : `: ${formatStatusCounts(runs)}`}`;
}

/** The statuses of the runs of a result: of all trials, or of the only one. */
export function listRunStatuses({ status, trials }: Pick<PairResult, "status" | "trials">): RunStatus[] {
  return trials?.map((trial) => trial.status) ?? [status];
}
