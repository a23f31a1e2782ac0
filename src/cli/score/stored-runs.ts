/** Reads the stored runs of a report, finished or not, one at a time. */
import { type Cell, cellId } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import { matchesName } from "../../core/paths/glob.ts";
import type { ScriptMark } from "../../core/plan/rehearsal.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { JournalStep, Store } from "../../core/store.ts";
import { readProgress } from "../../runner/progress.ts";

/** Selects runs of a report. */
interface RunFilter {
  readonly scenario?: readonly string[];
  readonly agent?: readonly string[];
}

/** A run's cell, and its detail file relative to the report folder; null if it did not run. */
export interface StoredCell {
  readonly cell: Cell;
  readonly file: string | null;
}

/** A report, and where its runs are stored. */
export interface StoredReport {
  readonly reportId: string;
  readonly name?: string;
  readonly seed?: string;
  readonly skipped: number;
  readonly leftOut?: readonly string[];
  /** The script, if the report is a rehearsal. */
  readonly script?: ScriptMark;
  /** Stopped or killed before it was complete. */
  readonly isCutOff: boolean;
  readonly cells: readonly StoredCell[];
}

/** Finds the report with this id. An interrupted one is read from its journal, which is more complete than its manifest. */
export async function findStoredReport(store: Store, wanted: string): Promise<StoredReport> {
  const report = await store.readReport(wanted).catch((error: unknown) => {
    if (error instanceof AxisError && error.code === "report-unreadable") return undefined;
    throw error;
  });
  if (report !== undefined && report.state !== "running" && hasAllCells(report))
    return toStoredReport(report, listReportCells(report));
  await using handle = await store.resumeReport(report?.reportId ?? wanted);
  const cells = listJournalCells(handle.steps);
  if (report !== undefined) return toStoredReport(report, cells);
  const { plan } = readProgress(handle.steps);
  return {
    reportId: handle.reportId,
    cells,
    isCutOff: true,
    skipped: plan?.skipped ?? 0,
    leftOut: plan?.leftOut,
    name: plan?.name,
    script: plan?.script,
  };
}

export function filterCells(cells: readonly StoredCell[], { scenario, agent }: RunFilter): StoredCell[] {
  return cells.filter(
    ({ cell }) =>
      (scenario?.some((pattern) => matchesName(pattern, cell.scenario, "@")) ?? true) &&
      (agent?.some((pattern) => matchesName(pattern, cell.agent, "|")) ?? true),
  );
}

/** Reads the runs of these cells lazily. */
export async function* readStoredRuns(
  store: Store,
  reportId: string,
  cells: readonly StoredCell[],
): AsyncGenerator<RunDetail, void, undefined> {
  for (const { file } of cells) if (file !== null) yield await store.readDetail(reportId, file);
}

function toStoredReport(
  { reportId, name, seed, summary, state, script, leftOut }: Report,
  cells: readonly StoredCell[],
): StoredReport {
  return {
    reportId,
    cells,
    isCutOff: state !== "complete",
    skipped: summary.skipped,
    leftOut,
    name,
    seed,
    script,
  };
}

/** Lists the cells of all trials; cells that never ran have no file. */
function listReportCells({ results }: Report): StoredCell[] {
  return results.flatMap(({ scenarioKey, agentName, file: only, trials }) =>
    (trials ?? [{ trial: 1, file: only }]).map(({ trial, file }) => ({
      cell: { scenario: scenarioKey, agent: agentName, trial },
      file: file === "" ? null : file,
    })),
  );
}

/** Whether every counted cell is in the results: cells that never ran may be missing there. */
function hasAllCells(report: Report): boolean {
  const counted = Object.values(report.summary.classes).reduce((sum, count) => sum + count, 0);
  return listReportCells(report).length >= counted;
}

/** Lists the cells of the latest plan or, without one, all cells that a journal step names. */
export function listJournalCells(steps: readonly JournalStep[]): StoredCell[] {
  const { plan, cells } = readProgress(steps);
  const planned = plan?.cells ?? steps.flatMap(({ data }) => ("cell" in data ? [data.cell] : []));
  return [...new Map(planned.map((cell) => [cellId(cell), cell]))].map(([id, cell]) => {
    const progress = cells.get(id);
    return { cell, file: progress === undefined || progress.state === "stale" ? null : progress.file };
  });
}
