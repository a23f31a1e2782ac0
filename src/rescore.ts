/** Scores stored runs again, without their agents, into a new report. */
import { cellId, type Cell } from "./core/cell.ts";
import type { Evidence } from "./core/evidence.ts";
import type { CellResult, Report, RunDetail } from "./core/report.ts";
import type { RunSlot, Store } from "./core/store.ts";
import { judgeRun, type JudgingWorld } from "./judge-run.ts";
import { buildReport } from "./report/build.ts";
import { cellResult } from "./report/cell-result.ts";
import { scoringDocument } from "./scoring/scoring-document.ts";
import { sparseIndex } from "./transcript/sparse-index.ts";

/** A run whose evidence is known already, so that it need not be worked out again. */
export interface GatheredDetail {
  readonly detail: RunDetail;
  readonly evidence: Evidence;
}

/** Which runs to score, and what their report says of itself. */
export interface RescoreRequest {
  readonly details: AsyncIterable<RunDetail | GatheredDetail> | Iterable<RunDetail | GatheredDetail>;
  readonly name?: string;
  readonly rescoredFrom?: string;
  readonly skipped?: number;
  /** The goal score from which on a run passes; default 75. */
  readonly passMark?: number;
  /** Told of every run once it is on disk. */
  readonly onResult?: (result: CellResult) => void;
  /** Completes the report before it is written, as with a comparison. */
  readonly finalise?: (report: Report) => Report;
}

export interface RescoreWorld extends JudgingWorld {
  readonly store: Store;
  readonly now: () => Date;
}

/** The new report. Two rescorings of the same runs by the same judge write the same detail files. */
export async function rescore(request: RescoreRequest, world: RescoreWorld): Promise<Report> {
  const start = world.now();
  await using handle = await world.store.createReport(start);
  const cells: Cell[] = [];
  const results = new Map<string, CellResult>();
  for await (const given of request.details) {
    const { detail, evidence } = "detail" in given ? given : { detail: given, evidence: undefined };
    const cell = { scenario: detail.scenarioKey, agent: detail.agentName, trial: detail.trial };
    const slot: RunSlot = { cell, attempt: 1 };
    // Artifacts stay with the report they were captured for.
    const { attempt: _attempt, score: _score, judgeReplies: _replies, artifacts: _artifacts, ...run } = detail;
    const judged = await judgeRun({ ...run, file: handle.detailFile(slot) }, world, evidence);
    await handle.writeSparseIndex(
      slot,
      sparseIndex(judged.interactions, { scenarioKey: cell.scenario, agentName: cell.agent }),
    );
    const mark = await handle.writeDetail(slot, judged);
    await handle.record({ type: "judged", data: { ...slot, runId: judged.runId, detail: mark } });
    cells.push(cell);
    results.set(cellId(cell), cellResult(judged));
    request.onResult?.(cellResult(judged));
  }
  const durationMs = Math.max(0, world.now().getTime() - start.getTime());
  const built = buildReport({
    reportId: handle.reportId,
    timestamp: start.toISOString(),
    durationMs,
    state: world.abort.aborted ? "aborted" : "complete",
    cells,
    results: [...results.values()],
    skipped: request.skipped ?? 0,
    scoring: scoringDocument(world.weights, request.passMark),
    ...(request.name === undefined ? {} : { name: request.name }),
    ...(request.rescoredFrom === undefined ? {} : { rescoredFrom: request.rescoredFrom }),
  });
  const report = request.finalise?.(built) ?? built;
  await handle.writeReport(report);
  await handle.record({ type: "report-closed", data: { state: "complete", durationMs } });
  return report;
}
