/** How far the cells of a report got before this evaluation: nowhere in a new one, anywhere in one that is gone on with. */
import { cellId, type Cell } from "../core/cell.ts";
import type { Plan } from "../core/plan.ts";
import { planDocument } from "../core/plan/plan-document.ts";
import type { ReportHandle } from "../core/store.ts";
import { clearUp } from "../runner/clear-up.ts";
import { type CellProgress, judgedOtherwise, type Progress, progressOf, staleCells } from "../runner/progress.ts";

export interface EarlierRuns {
  /** When the report was begun, for the first time. */
  readonly timestamp: string;
  /** Time spent before, by invocations that closed the report. */
  readonly closedMs: number;
  /** One that could not close the report was at work too, and nobody knows for how long. */
  readonly wasKilled: boolean;
  readonly of: (cell: Cell) => CellProgress | undefined;
  /** Weights, judges or formulas changed, so that what is stored was judged by other rules. */
  readonly judgesAgain: boolean;
}

/** Clears up after whoever wrote this report before, marks what has changed since, and writes the plan down. */
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
