/** Makes one report of the shards of a plan: the runs as they were recorded, everything above them computed as if one machine had run them all. */
import { type Cell, cellId } from "../core/cell.ts";
import type { PlanDocument } from "../core/plan.ts";
import type { MergedShards, PlannedShard } from "../core/plan/shard.ts";
import { addStatus } from "../core/report/failure-reason.ts";
import type { CellResult } from "../core/report/pair-result.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Report } from "../core/report.ts";
import type { StoppingRule } from "../core/report/verdict.ts";
import { toRunLine } from "../core/run/to-run-line.ts";
import type { JournalStep, ReportHandle, Store } from "../core/store.ts";
import { buildReport } from "../report/build.ts";
import { toCellResult } from "../report/cell-result.ts";
import { mergeRecords } from "../report/merge-records.ts";
import { tryWritePage } from "../report/page/write-page.ts";
import { addVerdict, decideVerdict } from "../report/report-verdict.ts";
import { readProgress } from "../runner/progress.ts";
import { ReportFixes } from "./report-fixes.ts";

/** The stored report of a shard. */
export interface StoredShard {
  readonly report: Report;
  readonly plan: PlanDocument & { readonly shard: PlannedShard };
  readonly steps: readonly JournalStep[];
  readonly readDetail: (file: string) => Promise<RunDetail>;
  /** Copies the files of its runs into the folder of another report. */
  readonly copyRuns: (target: string) => Promise<void>;
}

export interface MergeRequest {
  /** Different shards of the same plan, at least one. */
  readonly shards: readonly [StoredShard, ...StoredShard[]];
  /** The results of missing shards are left out; otherwise they count as not run. */
  readonly allowMissing?: boolean | undefined;
  /** With --until decided: the rule that decided which trials to skip. */
  readonly stopping?: StoppingRule | undefined;
  /** Completes the report before it is written, for example with a comparison. */
  readonly finalise?: ((report: Report) => Report) | undefined;
  readonly onWarning: (message: string) => void;
}

interface MergeDeps {
  readonly store: Pick<Store, "createReport" | "addRunLine">;
  readonly now: () => Date;
}

/** Writes the merged report with its page, and returns it. */
export async function mergeShards(request: MergeRequest, { store, now }: MergeDeps): Promise<Report> {
  const { shards, finalise = (made: Report) => made } = request;
  const start = now();
  await using handle = await store.createReport(start);
  for (const { copyRuns } of shards) if (handle.folder !== null) await copyRuns(handle.folder);
  const runs = await gatherRuns(shards, handle, store);
  const cells = listCells(request, runs);
  await recordNotRun(cells, runs.results, handle);
  const built = buildMerged(request, { reportId: handle.reportId, timestamp: start.toISOString() }, { cells, runs });
  const report = addVerdict(
    finalise({ ...runs.fixes.addTo(built), ...mergeRecords(shards.map((shard) => shard.report)) }),
  );
  const { durationMs } = report;
  await handle.writeReport(report);
  await handle.record({ type: "report-closed", data: { state: findState(shards), durationMs } });
  await tryWritePage(report, {
    verdict: decideVerdict(report),
    folder: handle.folder,
    onPage: () => {},
    onWarning: request.onWarning,
  });
  return report;
}

function buildMerged(
  { shards, stopping }: MergeRequest,
  named: { readonly reportId: string; readonly timestamp: string },
  { cells, runs }: { readonly cells: readonly Cell[]; readonly runs: GatheredRuns },
): Report {
  const [{ plan, report }] = shards;
  const built = buildReport({
    ...named,
    durationMs: findLongest(shards),
    state: findState(shards),
    cells,
    results: [...runs.results.values()],
    skipped: plan.skipped,
    leftOut: plan.leftOut,
    scoring: report.scoring,
    gate: report.gate,
    name: plan.name,
    seed: plan.seed,
    script: plan.script,
    stopping,
  });
  return { ...built, shards: describeShards(shards) };
}

/** A shard that was killed never closed its report. */
function findState(shards: readonly StoredShard[]): "complete" | "aborted" {
  return shards.every(({ report }) => report.state === "complete") ? "complete" : "aborted";
}

/** In the order of the plan. */
function listCells({ shards, allowMissing }: MergeRequest, runs: GatheredRuns): Cell[] {
  const unplanned = allowMissing === true ? new Set<string>() : listUnplanned(shards);
  return shards[0].plan.shard.cells.filter((cell) => runs.cells.has(cellId(cell)) || unplanned.has(cellId(cell)));
}

interface GatheredRuns {
  /** The ids of all cells that the shards planned, without those that turned out not to be needed. */
  readonly cells: ReadonlySet<string>;
  readonly results: ReadonlyMap<string, CellResult>;
  readonly fixes: ReportFixes;
}

/** Reads run by run, and records each as its shard did: its file has the same name and the same bytes. */
async function gatherRuns(
  shards: readonly StoredShard[],
  handle: ReportHandle,
  { addRunLine }: Pick<Store, "addRunLine">,
): Promise<GatheredRuns> {
  const cells = new Set<string>();
  const results = new Map<string, CellResult>();
  const fixes = new ReportFixes();
  for (const { plan, report, steps, readDetail } of shards) {
    const recorded = findRecords(steps, plan.scored);
    const dropped = listDropped(plan, report);
    for (const cell of plan.cells) {
      const id = cellId(cell);
      const record = recorded.get(id);
      if (record !== undefined || !dropped.has(id)) cells.add(id);
      if (record === undefined) continue;
      const detail = addStatus(await readDetail(record.data.detail.file), report.scoring?.passMark);
      results.set(id, toCellResult(detail));
      fixes.add(cell, detail);
      await handle.record(record);
      const line = toRunLine(detail, handle.reportId);
      if (line !== undefined) await addRunLine(line);
    }
  }
  return { cells, results, fixes };
}

/** The ids of cells that --until decided left out: the report of a shard that was not killed has all others. */
function listDropped({ until, cells }: PlanDocument, { state, results }: Report): ReadonlySet<string> {
  if (until === undefined || state === "running") return new Set();
  const told = new Set(
    results.flatMap(({ scenarioKey: scenario, agentName: agent, trials = [{ trial: 1 }] }) =>
      trials.map(({ trial }) => cellId({ scenario, agent, trial })),
    ),
  );
  return new Set(cells.map(cellId).filter((id) => !told.has(id)));
}

type RunRecord = Extract<JournalStep, { type: "judged" | "run-recorded" }>;

/** The last record of each run that counts. A run that was not scored counts if nothing was to be scored. */
function findRecords(steps: readonly JournalStep[], isScored: boolean): ReadonlyMap<string, RunRecord> {
  const { cells } = readProgress(steps);
  const records = new Map<string, RunRecord>();
  for (const step of steps)
    if (step.type === "judged" || (step.type === "run-recorded" && !isScored))
      records.set(cellId(step.data.cell), step);
  const final = isScored ? "judged" : "recorded";
  return new Map([...records].filter(([id]) => cells.get(id)?.state === final));
}

/** The manifest only counts runs that did not take place; the journal says which. */
async function recordNotRun(
  cells: readonly Cell[],
  results: ReadonlyMap<string, CellResult>,
  handle: ReportHandle,
): Promise<void> {
  const missing = cells.filter((cell) => !results.has(cellId(cell)));
  const why = "no shard has a finished run of it";
  await Promise.all(missing.map((cell) => handle.record({ type: "not-run", data: { cell, why } })));
}

/** The ids of the cells that no shard planned. */
function listUnplanned(shards: MergeRequest["shards"]): ReadonlySet<string> {
  const planned = new Set(shards.flatMap(({ plan }) => plan.cells.map(cellId)));
  return new Set(shards[0].plan.shard.cells.map(cellId).filter((id) => !planned.has(id)));
}

function describeShards(shards: MergeRequest["shards"]): MergedShards {
  const { count } = shards[0].plan.shard;
  const reports = shards.map(({ plan, report }) => ({ number: plan.shard.number, reportId: report.reportId }));
  const numbers = new Set(reports.map(({ number }) => number));
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !numbers.has(number));
  return { count, reports, missing };
}

/** Shards run at the same time: the report took as long as the longest of them. */
function findLongest(shards: readonly StoredShard[]): number | null {
  const times = shards.map(({ report }) => report.durationMs);
  return times.includes(null) ? null : Math.max(...times.map(Number));
}
