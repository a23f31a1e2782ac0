/** Tracks the state of every run of a report from its journal: one small record per run, however long the journal. */
import { type Cell, cellId, pairId } from "../../core/cell.ts";
import type { PlanDocument } from "../../core/plan.ts";
import { listTrialStatuses } from "../../core/report/complete-report.ts";
import type { Report } from "../../core/report.ts";
import type { JournalStep, RunSlot } from "../../core/store.ts";
import type { AwaitedResult, AwaitedState, PageProgress } from "../../report/html/page-index.ts";

type CellPhase = AwaitedState | "finished";

interface CellState {
  readonly cell: Cell;
  readonly attempt: number;
  readonly runId: string;
  readonly state: CellPhase;
  readonly since: string;
}

/** A journal step with the time it was written. */
export interface TimedStep {
  readonly at: string;
  readonly step: JournalStep;
}

export class CellStates {
  #plan: Pick<PlanDocument, "cells" | "scored"> = { cells: [], scored: true };
  readonly #cells = new Map<string, CellState>();

  apply({ at, step }: TimedStep): void {
    switch (step.type) {
      case "plan":
        return this.#applyPlan(step.data.plan);
      case "attempt-started":
        return this.#set({ ...step.data, state: "running", since: at });
      case "run-recorded":
        return this.#set({ ...step.data, state: this.#phaseAfterRecord(step.data.cell), since: at });
      case "judged":
        return this.#set({ ...step.data, state: "finished", since: at });
      case "stale":
        return void this.#cells.delete(cellId(step.data.cell));
      case "attempt-failed":
      case "judge-asked":
      case "not-run":
      case "report-closed":
    }
  }

  /** The attempt behind a run while its agent is running; otherwise undefined. */
  findRunning(runId: string): RunSlot | undefined {
    return [...this.#cells.values()].find((each) => each.runId === runId && each.state === "running");
  }

  /** What an unfinished report is still waiting for. */
  toProgress(report: Report, state: PageProgress["state"]): PageProgress {
    const atWork = [...this.#cells.values()].flatMap((each) =>
      state === "going-on" && (each.state === "running" || each.state === "judging")
        ? [{ ...each.cell, attempt: each.attempt, runId: each.runId, state: each.state, since: each.since }]
        : [],
    );
    const counts = { running: 0, judging: 0 };
    for (const each of atWork) counts[each.state] += 1;
    const finished = this.#countFinished(report, state);
    const pending = Math.max(0, this.#plan.cells.length - finished - atWork.length);
    return { state, counts: { ...counts, finished, pending }, atWork, awaited: this.#listAwaited(report, state) };
  }

  /** A new plan means the report was resumed: unfinished runs start over. */
  #applyPlan(plan: PlanDocument): void {
    this.#plan = { cells: plan.cells, scored: plan.scored };
    const planned = new Set(plan.cells.map(cellId));
    for (const [id, { state }] of this.#cells) if (state !== "finished" || !planned.has(id)) this.#cells.delete(id);
  }

  /** Without judges, a record is final. A second record of the same run means that its judging was cut off. */
  #phaseAfterRecord(cell: Cell): CellPhase {
    const before = this.#cells.get(cellId(cell))?.state;
    return this.#plan.scored && before !== "judging" ? "judging" : "finished";
  }

  #set({ cell: { scenario, agent, trial }, attempt, runId, state, since }: CellState): void {
    const cell = { scenario, agent, trial };
    this.#cells.set(cellId(cell), { cell, attempt, runId, state, since });
  }

  /** The summary lags a second behind the journal. In a stopped report it also has runs that did not take place. */
  #countFinished({ results }: Report, now: PageProgress["state"]): number {
    const ended = results.flatMap(listTrialStatuses);
    const summed = ended.filter((status) => now === "going-on" || status !== "not run").length;
    const journaled = [...this.#cells.values()].filter(({ state }) => state === "finished").length;
    return Math.max(summed, journaled);
  }

  /** If a result has several trials, the one that is running or being judged decides its state. */
  #listAwaited({ results }: Report, state: PageProgress["state"]): AwaitedResult[] {
    const known = new Set(
      results.map(({ scenarioKey, agentName }) => pairId({ scenario: scenarioKey, agent: agentName })),
    );
    const awaited = new Map<string, AwaitedResult>();
    for (const cell of this.#plan.cells) {
      const pair = pairId(cell);
      const reached = this.#cells.get(cellId(cell))?.state ?? "pending";
      const shown = state === "interrupted" && reached !== "finished" ? "pending" : reached;
      if (known.has(pair) || isAtWork(awaited.get(pair)?.state)) continue;
      if (!awaited.has(pair) || isAtWork(shown))
        awaited.set(pair, { scenario: cell.scenario, agent: cell.agent, state: shown });
    }
    return [...awaited.values()];
  }
}

function isAtWork(state: CellPhase | undefined): boolean {
  return state === "running" || state === "judging";
}
