/** Writes the report of an evaluation: every result as it arrives, and the manifest at the end. */
import { type Cell, cellId, pairId } from "../core/cell.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { CellResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { ReportHandle } from "../core/store.ts";
import { resolveStoppingRule, defaultPassMark } from "../core/report/verdict.ts";
import { scoringDocument } from "../judging/scoring/scoring-document.ts";
import type { StopConditions } from "./stop-conditions.ts";
import type { EarlierRuns } from "./earlier-runs.ts";
import { buildReport, type ReportHeader } from "../report/build.ts";
import { addVerdict } from "../report/report-verdict.ts";
import { toCellResult } from "../report/cell-result.ts";
import { ReportFixes } from "./report-fixes.ts";
import { addStatus } from "../core/report/failure-reason.ts";
import { findStop } from "../report/trials/stopping.ts";

interface ReportWriterOptions {
  readonly earlier: EarlierRuns;
  /** Milliseconds since this evaluation started. */
  readonly elapsedMs: () => number;
  readonly emit: (event: AxisEvent) => void;
}

export class ReportWriter {
  readonly #draft: ReportDraft;
  readonly #fixes = new ReportFixes();
  readonly #emit: (event: AxisEvent) => void;

  constructor(
    readonly handle: ReportHandle,
    readonly plan: Plan,
    { earlier, elapsedMs, emit }: ReportWriterOptions,
  ) {
    this.#emit = emit;
    this.#draft = new ReportDraft({
      header: buildHeader(plan, { reportId: handle.reportId, timestamp: earlier.timestamp }),
      write: (report) => handle.writeReport(report),
      elapsedMs: () => (earlier.wasKilled ? null : earlier.closedMs + Math.round(elapsedMs())),
    });
  }

  /** Writes the manifest for the first time. */
  async begin(): Promise<void> {
    await this.handle.writeReport(this.#draft.build("running"));
  }

  /** Announces to listeners that runs are about to start. */
  announce(): void {
    const { reportId, folder } = this.handle;
    const { jobs, skipped } = this.plan;
    const cells = jobs.map((job) => job.cell);
    this.#emit({ type: "report-start", reportId, folder: folder ?? "", cells, skipped });
  }

  /** Adds the run of a cell. */
  add(cell: Cell, ended: RunDetail): void {
    const detail = addStatus(ended, this.plan.verdict.pass_mark);
    const result = toCellResult(detail);
    this.#draft.add(cell, result);
    this.#fixes.add(cell, detail);
    this.#emit({ type: "run-state", cell, state: result.failed ? "failed" : "done" });
    this.#emit({ type: "result-end", cell, result });
  }

  /** Whether the trials so far decide whether this result passes. */
  isPairDecided(cell: Cell): boolean {
    return this.#draft.isDecided(cell);
  }

  /** Removes jobs from the plan that are no longer needed. */
  dropJobs(jobs: readonly Job[]): void {
    const cells = jobs.map(({ cell }) => cell);
    this.#draft.skipCells(cells);
    this.#emit({ type: "cells-left-out", cells });
  }

  /** Builds the report as if no more results arrived. */
  buildAsComplete(): Report {
    return this.#draft.build("complete");
  }

  /** Writes the manifest for the last time. */
  async close(brakes: StopConditions, finalise = (made: Report): Report => made): Promise<Report> {
    const { state, ...words } = brakes.describeEnding(this.#draft.build("running").summary.classes.notRun);
    const report = await this.#draft.close(state, (made) =>
      addVerdict(finalise({ ...this.#fixes.addTo(made), ...words })),
    );
    const { budget, durationMs } = report;
    const data = { state, durationMs, ...(budget === undefined ? {} : { spent: budget.spent }) };
    await this.handle.record({ type: "report-closed", data });
    this.#emit({ type: "report-end", report, folder: this.handle.folder ?? "" });
    return report;
  }

  /** Resolves when all pending writes are done. */
  async settle(): Promise<void> {
    await this.#draft.stopWriting();
  }
}

function buildHeader(plan: Plan, named: { reportId: string; timestamp: string }): ReportHeader {
  return {
    ...named,
    seed: plan.seed,
    ...(plan.until === undefined ? {} : { stopping: resolveStoppingRule(plan.verdict) }),
    cells: plan.jobs.map((job) => job.cell),
    skipped: plan.skipped,
    ...(plan.leftOut === undefined ? {} : { leftOut: plan.leftOut }),
    ...(plan.shard === undefined ? {} : { shard: { number: plan.shard.number, count: plan.shard.count } }),
    gate: plan.gate,
    ...(plan.name === undefined ? {} : { name: plan.name }),
    ...(plan.rehearsal === undefined ? {} : { script: plan.rehearsal.script }),
    ...(plan.weights === null ? {} : { scoring: scoringDocument(plan.weights, plan.verdict.pass_mark) }),
  };
}

/** The minimum pause between two writes: one second, or twenty times as long as the last write took. */
const leastPauseMs = 1000;
const pauseFactor = 20;

interface ReportDraftOptions {
  readonly header: ReportHeader;
  readonly write: (report: Report) => Promise<void>;
  /** Milliseconds spent on the report so far; null if unknown. */
  readonly elapsedMs: () => number | null;
}

export class ReportDraft {
  readonly #options: ReportDraftOptions;
  readonly #results = new Map<string, CellResult>();
  readonly #leftOut = new Set<string>();
  readonly #byPair = new Map<string, CellResult[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #pauseMs = leastPauseMs;

  constructor(options: ReportDraftOptions) {
    this.#options = options;
  }

  /** Adds a finished run; the manifest is rewritten soon after. */
  add(cell: Cell, result: CellResult): void {
    this.#results.set(cellId(cell), result);
    if (this.#options.header.stopping !== undefined) this.#keepByPair(cell, result);
    this.#timer ??= setTimeout(() => this.#rewrite(), this.#pauseMs);
  }

  /** Whether the finished trials of a result already decide it, by the report's stopping rule. */
  isDecided(cell: Cell): boolean {
    const { stopping, scoring } = this.#options.header;
    const results = this.#byPair.get(pairId(cell)) ?? [];
    return stopping !== undefined && findStop(results, stopping, scoring?.passMark ?? defaultPassMark) !== null;
  }

  /** Removes cells from the plan. */
  skipCells(cells: readonly Cell[]): void {
    for (const cell of cells) this.#leftOut.add(cellId(cell));
  }

  #keepByPair(cell: Cell, result: CellResult): void {
    const pair = pairId(cell);
    const known = this.#byPair.get(pair);
    if (known === undefined) this.#byPair.set(pair, [result]);
    else known.push(result);
  }

  has(cell: Cell): boolean {
    return this.#results.has(cellId(cell));
  }

  /** The report as of now, in plan order. */
  build(state: Report["state"]): Report {
    const cells = this.#options.header.cells.filter((cell) => !this.#leftOut.has(cellId(cell)));
    const results = cells.flatMap((cell) => this.#results.get(cellId(cell)) ?? []);
    return buildReport({ ...this.#options.header, cells, results, state, durationMs: this.#options.elapsedMs() });
  }

  /** Writes the final manifest, even if earlier writes failed. */
  async close(
    state: "complete" | "aborted",
    finalise: (report: Report) => Report = (report) => report,
  ): Promise<Report> {
    await this.stopWriting();
    const report = finalise(this.build(state));
    await this.#options.write(report);
    return report;
  }

  /** Stops automatic writes and waits for the write in progress. */
  async stopWriting(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #rewrite(): void {
    const began = performance.now();
    const next = () => {
      this.#pauseMs = Math.max(leastPauseMs, (performance.now() - began) * pauseFactor);
      this.#timer = undefined;
    };
    // A failed write is retried with the next one; the final write reports the error.
    this.#writing = this.#options.write(this.build("running")).then(next, next);
  }
}
