/** Reads from its journal how far a report got: what is finished, what only needs judging, what must run again. */
import { cellId, type Cell } from "../core/cell.ts";
import type { PlanDocument } from "../core/plan.ts";
import type { JournalStep, RunSlot } from "../core/store.ts";

export interface CellProgress {
  readonly cell: Cell;
  /** The latest attempt. */
  readonly attempt: number;
  readonly runId: string;
  readonly state: "started" | "recorded" | "judged" | "stale";
  /** Detail file, once recorded. */
  readonly file: string | null;
}

export interface Progress {
  /** The latest plan; undefined if AXIS was killed before it wrote one. */
  readonly plan: PlanDocument | undefined;
  readonly timestamp: string | undefined;
  readonly cells: ReadonlyMap<string, CellProgress>;
  /** Runs that an AXIS started without ever closing the report: their processes and folders may still exist. */
  readonly unfinished: readonly string[];
  /** Time spent by earlier invocations that closed the report. */
  readonly closedMs: number;
  /** Whether an earlier invocation could not close the report; it took time too, but it is unknown how much. */
  readonly wasKilled: boolean;
}

/** Reads the steps in order; the latest step for each cell counts. */
export function readProgress(steps: readonly JournalStep[]): Progress {
  const cells = new Map<string, CellProgress>();
  const unfinished = new Set<string>();
  let plan: PlanDocument | undefined;
  let timestamp: string | undefined;
  let closedMs = 0;
  let wasKilled = false;
  let isOpen = false;
  for (const step of steps) {
    switch (step.type) {
      case "plan":
        plan = step.data.plan;
        timestamp ??= step.data.timestamp;
        wasKilled ||= isOpen;
        isOpen = true;
        // An invocation that resumes cleans up before it writes its plan.
        unfinished.clear();
        break;
      case "attempt-started":
        cells.set(cellId(step.data.cell), { ...step.data, state: "started", file: null });
        unfinished.add(step.data.runId);
        break;
      case "run-recorded":
        cells.set(cellId(step.data.cell), { ...step.data, state: "recorded", file: step.data.detail.file });
        break;
      case "judged":
        cells.set(cellId(step.data.cell), { ...step.data, state: "judged", file: step.data.detail.file });
        break;
      case "stale": {
        const known = cells.get(cellId(step.data.cell));
        if (known !== undefined) cells.set(cellId(step.data.cell), { ...known, state: "stale" });
        break;
      }
      case "attempt-failed":
      case "judge-asked":
      case "not-run":
        break;
      case "report-closed":
        closedMs = step.data.durationMs ?? closedMs;
        wasKilled ||= step.data.durationMs === null;
        isOpen = false;
        unfinished.clear();
        break;
    }
  }
  return { plan, timestamp, cells, unfinished: [...unfinished], closedMs, wasKilled: wasKilled || isOpen };
}

/** Lists the slots whose run no longer counts, because its scenario or its agent changed since. */
export function listStaleCells(before: Progress, plan: PlanDocument): RunSlot[] {
  const old = before.plan?.digests;
  if (old === undefined) return [];
  const changed = ({ scenario, agent }: Cell) =>
    old.scenarios[scenario] !== plan.digests.scenarios[scenario] || old.agents[agent] !== plan.digests.agents[agent];
  return [...before.cells.values()].flatMap(({ cell, attempt, state }) =>
    state !== "stale" && changed(cell) ? [{ cell, attempt }] : [],
  );
}

/** Whether weights, judges or formulas changed, so that stored runs must be judged again. */
export function needsRejudging(before: PlanDocument, now: PlanDocument): boolean {
  return before.digests.settings !== now.digests.settings || before.digests.axis !== now.digests.axis;
}
