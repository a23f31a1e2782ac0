/** Follows the runs of a report by their events: what each of them is doing, since when, and what it has cost so far. */
import { type Cell, cellId } from "../../core/cell.ts";
import type { Entry } from "../../core/entry.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { RunStatus } from "../../core/report/run-status.ts";
import { describeStep, findCurrentEntry } from "../../core/run/current-step.ts";
import type { AxisEvent, JobState } from "../../core/run/event.ts";
import type { RunProgress } from "../../core/run/run-progress.ts";

/** A run that has started and not ended. */
export interface ActiveRun {
  readonly cell: Cell;
  readonly startedMs: number;
  /** What it is doing, as text of the agent. */
  readonly step: string;
  readonly stepStartedMs: number;
  /** Null until the agent reports a cost. */
  readonly costUsd: number | null;
}

export interface FinishedRun {
  readonly cell: Cell;
  readonly status: RunStatus;
  readonly why: string | undefined;
  readonly durationMs: number | null;
  readonly axisScore: number | null;
  /** Of the agent and its judges; null if it is unknown. */
  readonly costUsd: number | null;
}

/** More calls side by side than any agent makes; only what is not answered yet matters. */
const mostEntries = 200;

class Run implements ActiveRun {
  readonly cell: Cell;
  startedMs: number;
  stepStartedMs: number;
  step = "starting";
  costUsd: number | null = null;
  #state: JobState = "pending";
  /** The entries since the agent last spoke, without their output. */
  #entries: Entry[] = [];
  #current: Entry | undefined;

  constructor(cell: Cell, nowMs: number) {
    this.cell = cell;
    this.startedMs = nowMs;
    this.stepStartedMs = nowMs;
  }

  enter(state: JobState, nowMs: number): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#begin(stateWords[state], nowMs);
  }

  hear(progress: RunProgress, nowMs: number): void {
    if (progress.what === "entry") this.#addEntry(progress.entry, nowMs);
    else if (progress.what === "cost") this.costUsd = progress.costUsd;
    else if (progress.what === "turn-ended") this.#begin("checking the work", nowMs);
    else if (progress.what === "turn-begun") {
      this.#entries = [];
      this.#begin(progress.repairs === null ? "thinking" : `repairing ${progress.repairs}`, nowMs);
    }
  }

  #addEntry(entry: Entry, nowMs: number): void {
    if (entry.type === "assistant" || entry.type === "user") this.#entries = [{ ...entry, text: "" }];
    else this.#entries.push(entry.type === "tool_result" ? { ...entry, output: "" } : entry);
    if (this.#entries.length > mostEntries) this.#entries.shift();
    const current = findCurrentEntry(this.#entries);
    if (current === undefined || current === this.#current) return;
    this.#current = current;
    this.#begin(describeStep(current), nowMs);
  }

  #begin(step: string, nowMs: number): void {
    if (step === this.step && step === "thinking") return;
    this.step = step;
    this.stepStartedMs = nowMs;
  }
}

const stateWords: Readonly<Record<JobState, string>> = {
  pending: "waiting",
  setup: "setting up",
  starting: "starting",
  running: "thinking",
  scoring: "judging",
  teardown: "cleaning up",
  done: "done",
  failed: "failed",
};

export class LiveRuns {
  readonly finished: FinishedRun[] = [];
  readonly #queued = new Map<string, Cell>();
  readonly #active = new Map<string, Run>();
  #total = 0;
  #hasTrials = false;

  /** Runs that count, without those that turned out not to be needed. */
  get total(): number {
    return this.#total;
  }

  /** Whether the number of a trial says anything. */
  get hasTrials(): boolean {
    return this.#hasTrials;
  }

  get active(): readonly ActiveRun[] {
    return [...this.#active.values()];
  }

  get queued(): readonly Cell[] {
    return [...this.#queued.values()];
  }

  /** Applies an event that happened at `nowMs`. Returns the run that it ended. */
  apply(event: AxisEvent, nowMs: number): FinishedRun | undefined {
    if (event.type === "report-start") this.#start(event.cells);
    else if (event.type === "cells-left-out") this.#leaveOut(event.cells);
    else if (event.type === "run-state" && event.state !== "pending")
      this.#run(event.cell, nowMs).enter(event.state, nowMs);
    else if (event.type === "run-progress") this.#run(event.cell, nowMs).hear(event.progress, nowMs);
    else if (event.type === "result-end") return this.#end(event.cell, event.result);
    return undefined;
  }

  #start(cells: readonly Cell[]): void {
    this.#total = cells.length;
    this.#hasTrials = cells.some(({ trial }) => trial > 1);
    for (const cell of cells) this.#queued.set(cellId(cell), cell);
  }

  #leaveOut(cells: readonly Cell[]): void {
    this.#total -= cells.length;
    for (const cell of cells) this.#queued.delete(cellId(cell));
  }

  #run(cell: Cell, nowMs: number): Run {
    const id = cellId(cell);
    const run = this.#active.get(id) ?? new Run(cell, nowMs);
    this.#active.set(id, run);
    this.#queued.delete(id);
    return run;
  }

  #end(cell: Cell, result: CellResult): FinishedRun {
    this.#active.delete(cellId(cell));
    this.#queued.delete(cellId(cell));
    const { status, why } = readStatus(result);
    const { durationMs, score } = result;
    const ended = { cell, status, why, durationMs, axisScore: score?.axisScore ?? null, costUsd: sumCosts(result) };
    this.finished.push(ended);
    return ended;
  }
}

function sumCosts({ totalCostUsd, judgeCostUsd = 0 }: CellResult): number | null {
  return totalCostUsd === undefined || judgeCostUsd === null ? null : totalCostUsd + judgeCostUsd;
}
