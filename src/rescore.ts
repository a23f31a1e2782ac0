/** Scores stored runs again, without their agents, into a new report. */
import { cellId, type Cell } from "./core/cell.ts";
import type { Evidence } from "./core/evidence.ts";
import type { Plan } from "./core/plan.ts";
import type { ScriptMark } from "./core/plan/rehearsal.ts";
import type { CellResult } from "./core/report/pair-result.ts";
import type { Report } from "./core/report.ts";
import type { RunDetail } from "./core/report/run-detail.ts";
import { withoutFile } from "./core/run-patch.ts";
import type { ReportHandle, RunSlot, Store } from "./core/store.ts";
import { judgeRun, type JudgingWorld } from "./judge-run.ts";
import { offerPage } from "./offer-page.ts";
import { buildReport } from "./report/build.ts";
import { cellResult } from "./report/cell-result.ts";
import { planVerdict } from "./report/plan-verdict.ts";
import { scoringDocument } from "./scoring/scoring-document.ts";
import { sparseIndex } from "./transcript/sparse-index.ts";

/**
 * A run whose evidence is known already, so that it need not be worked out again. The redactor of this world has seen
 * its entries, before anything was made of them.
 */
export interface GatheredDetail {
  readonly detail: RunDetail;
  readonly evidence: Evidence;
}

/** Which runs to score, and what their report says of itself. */
export interface RescoreRequest {
  readonly details: AsyncIterable<RunDetail | GatheredDetail> | Iterable<RunDetail | GatheredDetail>;
  /** All cells the report is about, in order: those without a run here count as not run. Default: those of the runs. */
  readonly planned?: readonly Cell[];
  /** The runs come from a report that was cut off: with a run missing, the new one is cut off too. */
  readonly isCutOff?: boolean;
  readonly name?: string;
  readonly rescoredFrom?: string;
  readonly seed?: string;
  /** The runs are of a rehearsal with this script. */
  readonly script?: ScriptMark;
  readonly skipped?: number;
  /** The goal score from which on a run passes; default 75. */
  readonly passMark?: number;
  /** Told of every run once it is on disk. */
  readonly onResult?: (result: CellResult) => void;
  /** Completes the report before it is written, as with a comparison. */
  readonly finalise?: (report: Report) => Report;
  /** Also write report.html, where the store has folders; default true. */
  readonly page?: boolean;
  /** What the verdict on the page is given by; default: nothing may fail, and any AXIS Result is enough. */
  readonly gate?: Pick<Plan, "failUnder" | "allowedFailures">;
  /** Told where the page is. */
  readonly onPage?: (file: string) => void;
  /** Told why there is no page, or what is not on it. */
  readonly onWarning?: (message: string) => void;
}

export interface RescoreWorld extends Omit<JudgingWorld, "judges"> {
  /** For every run the same, or by the run. */
  readonly judges: JudgingWorld["judges"] | ((detail: RunDetail) => JudgingWorld["judges"]);
  /** Measures a run anew with metrics; without it, runs keep what was stored of theirs. */
  readonly measure?: (detail: RunDetail) => Promise<RunDetail>;
  readonly store: Store;
  readonly now: () => Date;
  /** Knows the secrets that the store does not, as those passed on by name. */
  readonly redactor?: { text(text: string): string; value<T>(value: T): T };
}

/** The new report. Two rescorings of the same runs by the same judge write the same detail files. */
export async function rescore(request: RescoreRequest, world: RescoreWorld): Promise<Report> {
  const start = world.now();
  await using handle = await world.store.createReport(start);
  if (world.redactor !== undefined) handle.redactWith(world.redactor.text);
  const cells = new Map((request.planned ?? []).map((cell) => [cellId(cell), cell]));
  const results = new Map<string, CellResult>();
  for await (const given of request.details) {
    // Without a plan, the rest is counted only if it is gone through.
    if (world.abort.aborted && request.planned !== undefined) break;
    const { cell, result } = await scoreOne(given, handle, world);
    cells.set(cellId(cell), cell);
    results.set(cellId(cell), result);
    request.onResult?.(result);
  }
  const missing = [...cells].flatMap(([id, cell]) => (results.has(id) ? [] : [cell]));
  await recordMissing(missing, handle);
  const isWhole = missing.length === 0 && [...results.values()].every(({ outcomeClass }) => outcomeClass !== "notRun");
  const state = world.abort.aborted || (request.isCutOff === true && !isWhole) ? "aborted" : "complete";
  const durationMs = Math.max(0, world.now().getTime() - start.getTime());
  const built = buildReport({
    reportId: handle.reportId,
    timestamp: start.toISOString(),
    durationMs,
    state,
    cells: [...cells.values()],
    results: [...results.values()],
    skipped: request.skipped ?? 0,
    scoring: scoringDocument(world.weights, request.passMark),
    ...(request.name === undefined ? {} : { name: request.name }),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    ...(request.script === undefined ? {} : { script: request.script }),
    ...(request.rescoredFrom === undefined ? {} : { rescoredFrom: request.rescoredFrom }),
  });
  const report = request.finalise?.(built) ?? built;
  await handle.writeReport(report);
  await handle.record({ type: "report-closed", data: { state, durationMs } });
  if (request.page !== false) await pageOf(report, request, handle);
  return report;
}

async function pageOf(report: Report, request: RescoreRequest, handle: ReportHandle): Promise<void> {
  const { gate = { failUnder: null }, onPage, onWarning } = request;
  await offerPage(report, {
    verdict: planVerdict(report, gate),
    handle,
    onPage: (file) => onPage?.(file),
    onWarning: (message) => onWarning?.(message),
  });
}

const patchElsewhere = "the diff is in the report that was scored again";

/** Judges a run and puts it on disk. */
async function scoreOne(given: RunDetail | GatheredDetail, handle: ReportHandle, world: RescoreWorld) {
  const { detail, evidence } = "detail" in given ? given : { detail: given, evidence: undefined };
  const cell = { scenario: detail.scenarioKey, agent: detail.agentName, trial: detail.trial };
  const slot: RunSlot = { cell, attempt: 1 };
  // Artifacts and the diff stay with the report they were captured for.
  const { attempt: _attempt, score: _score, judgeReplies: _replies, artifacts: _artifacts, ...kept } = detail;
  const { judgeCostUsd: _cost, judgeTokenUsage: _usage, patch, ...rest } = kept;
  const run = {
    ...rest,
    ...(patch && { patch: patch.file === undefined ? patch : withoutFile(patch, patchElsewhere) }),
  };
  const judges = typeof world.judges === "function" ? world.judges(detail) : world.judges;
  const scored = await judgeRun({ ...run, file: handle.detailFile(slot) }, { ...world, judges }, evidence);
  const fresh = (await world.measure?.(scored)) ?? scored;
  const judged = withoutSecrets(fresh, world, evidence !== undefined);
  await handle.writeSparseIndex(
    slot,
    sparseIndex(judged.interactions, { scenarioKey: cell.scenario, agentName: cell.agent }),
  );
  const mark = await handle.writeDetail(slot, judged);
  await handle.record({ type: "judged", data: { ...slot, runId: judged.runId, detail: mark } });
  return { cell, result: cellResult(judged) };
}

/** Entries whose secrets are out already, and what is made of them, are most of a long run: they are not gone through again. */
function withoutSecrets(detail: RunDetail, { redactor }: RescoreWorld, entriesAreClean: boolean): RunDetail {
  if (redactor === undefined) return detail;
  if (!entriesAreClean) return redactor.value(detail);
  const { output, interactions: _made, ...rest } = detail;
  const { transcript: _clean, ...ending } = output;
  // The order of the keys is that of the file, so it stays.
  return { ...detail, ...redactor.value(rest), output: { ...output, ...redactor.value(ending) } };
}

/** The manifest only counts what is missing; which cells they are is needed when this report is scored again. */
async function recordMissing(cells: readonly Cell[], handle: ReportHandle): Promise<void> {
  for (const cell of cells)
    await handle.record({
      type: "not-run",
      data: { cell, why: "there was no run to score, or scoring was stopped before it" },
    });
}
