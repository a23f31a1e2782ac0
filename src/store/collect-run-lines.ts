/** Collects the lines of all runs in the reports, to recreate .axis/runs.ndjson when it is missing. */
import { toRunLine } from "../core/run/to-run-line.ts";
import type { RunLine } from "../core/run/run-line.ts";
import type { FileStore } from "./files.ts";

export type ReportSource = Pick<FileStore, "listReportHeads" | "openDetail">;

/** Reads the details of every result with a scorecard. Lines are in scoring order, each run once. */
export async function collectRunLines(store: ReportSource): Promise<readonly RunLine[]> {
  const { reports } = await store.listReportHeads();
  const lines: RunLine[] = [];
  for (const { reportId, report } of reports) {
    const files = report.results
      .filter(({ scorecard }) => scorecard !== undefined)
      .flatMap(({ file, trials }) => trials?.map((trial) => trial.file) ?? [file]);
    for (const file of files) lines.push(...(await readRunLine(store, reportId, file)));
  }
  return [...new Map(lines.toSorted(compareByTime).map((line) => [line.run_id, line])).values()];
}

async function readRunLine(store: ReportSource, reportId: string, file: string): Promise<RunLine[]> {
  if (file === "") return [];
  try {
    const { head } = await store.openDetail(reportId, file);
    const line = toRunLine(head, reportId);
    return line === undefined ? [] : [line];
  } catch {
    // A missing or damaged detail only means one run less for the usual time; it is no reason to stop.
    return [];
  }
}

function compareByTime(a: RunLine, b: RunLine): number {
  const [left, right] = [`${a.scored_at} ${a.run_id}`, `${b.scored_at} ${b.run_id}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
