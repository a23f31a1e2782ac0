/** The report while it grows: it collects finished runs and rewrites the manifest at most once a second. */
import { cellId, type Cell, pairId } from "../core/cell.ts";
import type { CellResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { defaultPassMark } from "../core/report/verdict.ts";
import { buildReport, type ReportParts } from "../report/build.ts";
import { findStop } from "../report/trials/stopping.ts";

/** The minimum pause between two writes: one second, or twenty times as long as the last write took. */
const leastPauseMs = 1000;
const pauseFactor = 20;

export interface ReportDraftDeps {
  readonly header: Omit<ReportParts, "results" | "durationMs" | "state">;
  readonly write: (report: Report) => Promise<void>;
  /** Milliseconds spent on the report so far; null if unknown. */
  readonly elapsedMs: () => number | null;
}

export class ReportDraft {
  readonly #world: ReportDraftDeps;
  readonly #results = new Map<string, CellResult>();
  readonly #leftOut = new Set<string>();
  readonly #byPair = new Map<string, CellResult[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #pauseMs = leastPauseMs;

  constructor(world: ReportDraftDeps) {
    this.#world = world;
  }

  /** Adds a finished run; the manifest is rewritten soon after. */
  add(cell: Cell, result: CellResult): void {
    this.#results.set(cellId(cell), result);
    if (this.#world.header.stopping !== undefined) this.#keepByPair(cell, result);
    this.#timer ??= setTimeout(() => this.#rewrite(), this.#pauseMs);
  }

  /** Whether the finished trials of a result already decide it, by the report's stopping rule. */
  isDecided(cell: Cell): boolean {
    const { stopping, scoring } = this.#world.header;
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
    const cells = this.#world.header.cells.filter((cell) => !this.#leftOut.has(cellId(cell)));
    const results = cells.flatMap((cell) => this.#results.get(cellId(cell)) ?? []);
    return buildReport({ ...this.#world.header, cells, results, state, durationMs: this.#world.elapsedMs() });
  }

  /** Writes the final manifest, even if earlier writes failed. */
  async close(
    state: "complete" | "aborted",
    finalise: (report: Report) => Report = (report) => report,
  ): Promise<Report> {
    await this.stopWriting();
    const report = finalise(this.build(state));
    await this.#world.write(report);
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
    this.#writing = this.#world.write(this.build("running")).then(next, next);
  }
}
