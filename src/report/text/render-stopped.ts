/** Says what stopped a report: who did, how many runs were interrupted, and how many never started. */
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { terminalLine, wrapWidth } from "./terminal-safe.ts";

const mostLines = 4;

/** Lines below the verdict; none for a report that was not stopped. */
export function renderStopped(report: Report, width: number): string[] {
  if (report.state !== "aborted") return [];
  return wrapWidth(`${describeStop(report)}. Finished runs are saved.`, width, mostLines);
}

function describeStop({ summary, results, budget }: Report): string {
  const missing = results.flatMap(listMissingRuns);
  const interrupted = missing.filter(({ file }) => file !== "").length;
  const notStarted = summary.statuses.runs["not run"] - interrupted;
  const why = budget?.stopped ?? missing.flatMap((run) => run.why ?? [])[0] ?? "stopped";
  const parts = [`${interrupted} interrupted`, `${notStarted} not started`];
  return terminalLine(`${why[0]?.toUpperCase()}${why.slice(1)}: ${parts.join(", ")}`);
}

/** Interrupted runs have a file; those that never started have none. */
function listMissingRuns({ status, why, file, trials }: PairResult) {
  return (trials ?? [{ status, why, file }]).filter((trial) => trial.status === "not run");
}
