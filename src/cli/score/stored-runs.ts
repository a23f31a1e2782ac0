/** The stored runs of a report, finished or not, one at a time. */
import { AxisError } from "../../core/error.ts";
import { matchesName } from "../../core/glob.ts";
import type { Report, RunDetail } from "../../core/report.ts";
import type { Store } from "../../core/store.ts";
import { progressOf } from "../../runner/progress.ts";

/** Which runs of a report are wanted. */
export interface RunFilter {
  readonly scenario?: readonly string[];
  readonly agent?: readonly string[];
}

/** A report, and where its runs are kept. */
export interface StoredReport {
  readonly reportId: string;
  readonly name?: string;
  readonly skipped: number;
  /** Detail files, relative to the report folder. */
  readonly files: readonly string[];
}

/** The report with this id. One that was cut off is read from its journal, which knows more than its manifest. */
export async function findStoredReport(store: Store, wanted: string): Promise<StoredReport> {
  const report = await store.readReport(wanted).catch((error: unknown) => {
    if (error instanceof AxisError && error.code === "report-unreadable") return undefined;
    throw error;
  });
  if (report !== undefined && report.state !== "running") return described(report, filesOf(report));
  await using handle = await store.resumeReport(report?.reportId ?? wanted);
  const { cells, plan } = progressOf(handle.steps);
  const files = [...cells.values()].flatMap(({ state, file }) => (file === null || state === "stale" ? [] : [file]));
  if (report !== undefined) return described(report, files);
  return {
    reportId: handle.reportId,
    files,
    skipped: plan?.skipped ?? 0,
    ...(plan?.name === undefined ? {} : { name: plan.name }),
  };
}

/** The runs that are wanted, read as they are asked for. */
export async function* storedRuns(
  store: Store,
  { reportId, files }: StoredReport,
  { scenario, agent }: RunFilter,
): AsyncGenerator<RunDetail, void, undefined> {
  for (const file of files) {
    const detail = await store.readDetail(reportId, file);
    const wanted =
      (scenario?.some((pattern) => matchesName(pattern, detail.scenarioKey, "@")) ?? true) &&
      (agent?.some((pattern) => matchesName(pattern, detail.agentName, "|")) ?? true);
    if (wanted) yield detail;
  }
}

function described({ reportId, name, summary }: Report, files: readonly string[]): StoredReport {
  return { reportId, files, skipped: summary.skipped, ...(name === undefined ? {} : { name }) };
}

/** Of every trial; cells that never ran have no file. */
function filesOf({ results }: Report): string[] {
  return results
    .flatMap(({ file, trials }) => trials?.map((trial) => trial.file) ?? [file])
    .filter((file) => file !== "");
}
