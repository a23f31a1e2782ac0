/** Scores stored runs again, without running their agents, into a new report. */
import { cellId, type Cell } from "../core/cell.ts";
import type { Evidence } from "../core/evidence.ts";
import type { WorkspaceSnapshot } from "../core/judge.ts";
import type { ScriptMark } from "../core/plan/rehearsal.ts";
import type { ReportGate } from "../core/report/gate.ts";
import type { CellResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import { withoutFile } from "../core/run-patch.ts";
import type { ReportHandle, RunSlot, Store } from "../core/store.ts";
import { defaultServices } from "../core/config/services.ts";
import { judgeRun, type JudgingRules, type JudgingDeps } from "./judge-run.ts";
import { ReportFixes } from "./report-fixes.ts";
import { tryWritePage } from "../report/page/write-page.ts";
import { addStatus } from "../core/report/failure-reason.ts";
import { buildReport } from "../report/build.ts";
import { toCellResult } from "../report/cell-result.ts";
import { addVerdict, decideVerdict } from "../report/report-verdict.ts";
import { scoringDocument } from "../judging/scoring/scoring-document.ts";
import { evidenceFromRun } from "../agents/transcript/gather.ts";
import { runStats } from "../agents/transcript/stats.ts";
import { sparseIndex } from "../agents/transcript/sparse-index.ts";

/**
 * A run whose evidence is already known, so that it need not be gathered again. The redactor has already processed
 * its entries, before anything was derived from them.
 */
export interface GatheredDetail {
  readonly detail: RunDetail;
  readonly evidence: Evidence;
}

/** Which runs to score, and the metadata of their report. */
export interface RescoreRequest {
  readonly details: AsyncIterable<RunDetail | GatheredDetail> | Iterable<RunDetail | GatheredDetail>;
  /** All cells of the report, in order: those without a run here count as not run. Default: the cells of the runs. */
  readonly planned?: readonly Cell[];
  /** The runs come from an interrupted report: if a run is missing, the new report is interrupted too. */
  readonly isCutOff?: boolean;
  readonly name?: string;
  readonly rescoredFrom?: string;
  readonly seed?: string;
  /** The script, if the runs are a rehearsal. */
  readonly script?: ScriptMark;
  readonly skipped?: number;
  /** Broken scenario files that the report was started without. */
  readonly leftOut?: readonly string[];
  /** The lowest goal score that passes; default 75. */
  readonly passMark?: number;
  /** Called for every run once it is on disk. */
  readonly onResult?: (result: CellResult) => void;
  /** Completes the report before it is written, for example with a comparison. */
  readonly finalise?: (report: Report) => Report;
  /** Also write report.html, if the store has folders; default true. */
  readonly page?: boolean;
  /** The gate for the verdict; default: most trials of every result pass. */
  readonly gate?: ReportGate;
  /** Called with the path of the page. */
  readonly onPage?: (file: string) => void;
  /** Called with the reason why the page, or a part of it, is missing. */
  readonly onWarning?: (message: string) => void;
}

export interface RescoreDeps extends JudgingRules {
  /** The same judges for every run, or a function of the run. */
  readonly judges: JudgingDeps["judges"] | ((detail: RunDetail) => JudgingDeps["judges"]);
  readonly abort: AbortSignal;
  /** The agent's remaining workspace, if it still exists. */
  readonly left?: WorkspaceSnapshot;
  /** Measures a run again with metrics; without it, runs keep their stored results. */
  readonly measure?: (detail: RunDetail) => Promise<RunDetail>;
  readonly store: Store;
  readonly now: () => Date;
  /** Redacts secrets that the store does not know, such as those passed on by name. */
  readonly redactor?: { text(text: string): string; value<T>(value: T): T };
}

/** Returns the new report. Rescoring the same runs twice with the same judge writes the same detail files. */
export async function rescore(request: RescoreRequest, deps: RescoreDeps): Promise<Report> {
  const start = deps.now();
  await using handle = await deps.store.createReport(start);
  if (deps.redactor !== undefined) handle.redactWith(deps.redactor.text);
  const { cells, results, fixes } = await scoreAll(request, handle, deps);
  const missing = [...cells].flatMap(([id, cell]) => (results.has(id) ? [] : [cell]));
  await recordMissing(missing, handle);
  const isWhole = missing.length === 0 && [...results.values()].every(({ outcomeClass }) => outcomeClass !== "notRun");
  const state = deps.abort.aborted || (request.isCutOff === true && !isWhole) ? "aborted" : "complete";
  const durationMs = Math.max(0, deps.now().getTime() - start.getTime());
  const built = buildReport({
    reportId: handle.reportId,
    timestamp: start.toISOString(),
    durationMs,
    state,
    cells: [...cells.values()],
    results: [...results.values()],
    skipped: request.skipped ?? 0,
    leftOut: request.leftOut,
    scoring: scoringDocument(deps.weights, request.passMark),
    gate: request.gate,
    name: request.name,
    seed: request.seed,
    script: request.script,
    rescoredFrom: request.rescoredFrom,
  });
  const whole = fixes.addTo(built);
  const report = addVerdict(request.finalise?.(whole) ?? whole);
  await handle.writeReport(report);
  await handle.record({ type: "report-closed", data: { state, durationMs } });
  if (request.page !== false) await writeRescoredPage(report, request, handle);
  return report;
}

async function writeRescoredPage(report: Report, request: RescoreRequest, handle: ReportHandle): Promise<void> {
  const { onPage, onWarning } = request;
  await tryWritePage(report, {
    verdict: decideVerdict(report),
    folder: handle.folder,
    onPage: (file) => onPage?.(file),
    onWarning: (message) => onWarning?.(message),
  });
}

const patchNote = "the diff is in the original report";

/** Judges a run and writes it to disk. */
async function scoreOne(
  given: RunDetail | GatheredDetail,
  handle: ReportHandle,
  { passMark, ...deps }: RescoreDeps & { readonly passMark: number | undefined },
) {
  const { detail, evidence } = "detail" in given ? given : { detail: given, evidence: undefined };
  const cell = { scenario: detail.scenarioKey, agent: detail.agentName, trial: detail.trial };
  const slot: RunSlot = { cell, attempt: 1 };
  // Artifacts and the diff stay with the report that captured them.
  const { attempt: _attempt, score: _score, judgeReplies: _replies, artifacts: _artifacts, ...kept } = detail;
  const { judgeCostUsd: _cost, judgeTokenUsage: _usage, patch, ...rest } = kept;
  const run = {
    ...rest,
    ...(patch && { patch: patch.file === undefined ? patch : withoutFile(patch, patchNote) }),
  };
  const judges = typeof deps.judges === "function" ? deps.judges(detail) : deps.judges;
  const seen = evidence ?? evidenceFromRun(detail);
  const scored = await judgeRun(
    { ...refreshSteps(run, seen), file: handle.detailFile(slot) },
    { ...deps, judges },
    seen,
  );
  const fresh = (await deps.measure?.(scored)) ?? scored;
  const judged = redactDetail(addStatus(fresh, passMark), deps, evidence !== undefined);
  await handle.writeSparseIndex(
    slot,
    sparseIndex(judged.interactions, { scenarioKey: cell.scenario, agentName: cell.agent }),
  );
  const mark = await handle.writeDetail(slot, judged);
  await handle.record({ type: "judged", data: { ...slot, runId: judged.runId, detail: mark } });
  return { cell, judged, result: toCellResult(judged) };
}

/** The steps as they are scored now: an older version may have classified them by other rules. */
function refreshSteps(run: RunDetail, { transcript, interactions }: Evidence): RunDetail {
  const { metadata } = run.output;
  return {
    ...run,
    resolvedConfig: { services: [...defaultServices], ...run.resolvedConfig },
    interactions: [...interactions],
    stats: runStats({ entries: transcript, interactions }, metadata),
  };
}

/** Most of a long run is its already redacted entries and what was derived from them: they are not processed again. */
function redactDetail(detail: RunDetail, { redactor }: RescoreDeps, entriesAreClean: boolean): RunDetail {
  if (redactor === undefined) return detail;
  if (!entriesAreClean) return redactor.value(detail);
  const { output, interactions: _made, ...rest } = detail;
  const { transcript: _clean, ...ending } = output;
  // The key order is preserved, because it is that of the file.
  return { ...detail, ...redactor.value(rest), output: { ...output, ...redactor.value(ending) } };
}

/** The manifest only counts missing runs; which cells they are is needed when this report is rescored. */
async function recordMissing(cells: readonly Cell[], handle: ReportHandle): Promise<void> {
  for (const cell of cells)
    await handle.record({
      type: "not-run",
      data: { cell, why: "there was no run to score, or scoring was stopped before it" },
    });
}

/** Scores run by run; aborted, it leaves the rest of a plan unscored. */
async function scoreAll(request: RescoreRequest, handle: ReportHandle, deps: RescoreDeps) {
  const cells = new Map((request.planned ?? []).map((cell) => [cellId(cell), cell]));
  const results = new Map<string, CellResult>();
  const fixes = new ReportFixes();
  for await (const given of request.details) {
    // Without a plan, the remaining runs are counted only by reading them all.
    if (deps.abort.aborted && request.planned !== undefined) break;
    const { cell, judged, result } = await scoreOne(given, handle, { ...deps, passMark: request.passMark });
    cells.set(cellId(cell), cell);
    results.set(cellId(cell), result);
    fixes.add(cell, judged);
    request.onResult?.(result);
  }
  return { cells, results, fixes };
}
