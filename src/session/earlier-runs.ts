/** How far the cells of a report got before this evaluation: not at all in a new report, anywhere in a resumed one. */
import { cellId, type Cell } from "../core/cell.ts";
import type { Plan } from "../core/plan.ts";
import { planDocument } from "../core/plan/plan-document.ts";
import type { ReportHandle } from "../core/store.ts";
import { clearUp } from "../runner/clear-up.ts";
import { type CellProgress, judgedOtherwise, type Progress, progressOf, staleCells } from "../runner/progress.ts";

export interface EarlierRuns {
  /** When the report was first started. */
  readonly timestamp: string;
  /** Time used by earlier invocations that closed the report. */
  readonly closedMs: number;
  /** Another invocation was killed before it could close the report, so its time is unknown. */
  readonly wasKilled: boolean;
  readonly of: (cell: Cell) => CellProgress | undefined;
  /** Weights, judges or formulas have changed, so stored judgements follow other rules. */
  readonly judgesAgain: boolean;
}

/** Cleans up after the previous writer of this report, marks what has changed since, and records the plan. */
export async function takeOver(
  handle: ReportHandle,
  plan: Plan,
  world: { readonly now: () => Date; readonly onWarning: (message: string) => void },
): Promise<EarlierRuns> {
  const before = progressOf(handle.steps);
  await clearUp(before.unfinished, world.onWarning);
  const document = planDocument(plan);
  for (const cell of staleCells(before, document)) await handle.record({ type: "stale", data: cell });
  const timestamp = before.timestamp ?? world.now().toISOString();
  await handle.record({ type: "plan", data: { plan: document, timestamp, pid: process.pid } });
  const { cells }: Progress = progressOf(handle.steps);
  return {
    timestamp,
    closedMs: before.closedMs,
    wasKilled: before.wasKilled,
    of: (cell) => cells.get(cellId(cell)),
    judgesAgain: before.plan !== undefined && judgedOtherwise(before.plan, document),
  };
}
