/** How far the cells of a report got before this evaluation: not at all in a new report, anywhere in a resumed one. */
import { cellId, type Cell } from "../core/cell.ts";
import type { Plan } from "../core/plan.ts";
import { planDocument } from "../core/plan/plan-document.ts";
import type { ReportHandle } from "../core/store.ts";
import { removeLeftovers } from "../runner/remove-leftovers.ts";
import { type CellProgress, needsRejudging, type Progress, readProgress, listStaleCells } from "../runner/progress.ts";

export interface EarlierRuns {
  /** When the report was first started. */
  readonly timestamp: string;
  /** Time used by earlier invocations that closed the report. */
  readonly closedMs: number;
  /** Another invocation was killed before it could close the report, so its time is unknown. */
  readonly wasKilled: boolean;
  readonly findProgress: (cell: Cell) => CellProgress | undefined;
  /** Weights, judges or formulas have changed, so stored judgements follow other rules. */
  readonly shouldRejudge: boolean;
}

/** Cleans up after the previous writer of this report, marks what has changed since, and records the plan. */
export async function takeOverReport(
  handle: ReportHandle,
  plan: Plan,
  deps: { readonly now: () => Date; readonly onWarning: (message: string) => void },
): Promise<EarlierRuns> {
  const before = readProgress(handle.steps);
  await removeLeftovers(before.unfinished, deps.onWarning);
  const document = planDocument(plan);
  for (const cell of listStaleCells(before, document)) await handle.record({ type: "stale", data: cell });
  const timestamp = before.timestamp ?? deps.now().toISOString();
  await handle.record({ type: "plan", data: { plan: document, timestamp, pid: process.pid } });
  const { cells }: Progress = readProgress(handle.steps);
  return {
    timestamp,
    closedMs: before.closedMs,
    wasKilled: before.wasKilled,
    findProgress: (cell) => cells.get(cellId(cell)),
    shouldRejudge: before.plan !== undefined && needsRejudging(before.plan, document),
  };
}
