/** The cells of a plan: the trials of the selected pairs, or those of them that were asked for. */
import { type Cell, pairId } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import type { LoadWorld, Project } from "../project.ts";
import type { PlanRequest } from "./plan-request.ts";
import { type Selection, selectCells } from "./selection.ts";

/** Cells that are gone are said; with none left there is nothing to plan. */
export function cellsOf(
  selection: Selection,
  request: PlanRequest,
  { project, world }: { project: Project; world: LoadWorld },
): Cell[] {
  const trials = request.trials ?? project.config.settings?.trials ?? 1;
  const cells = selectCells(selection, trials, request.cells);
  const pairs = new Set(
    selection.pairs.map(({ scenario, agent }) => pairId({ scenario: scenario.key, agent: agent.name })),
  );
  const gone = new Map(
    (request.cells ?? []).filter((cell) => !pairs.has(pairId(cell))).map((cell) => [pairId(cell), cell]),
  );
  for (const { scenario, agent } of gone.values())
    world.onNotice(`${scenario} × ${agent} is no longer in the config and is left out`);
  if (cells.length > 0) return cells;
  throw new AxisError("cells-gone", "None of the cells asked for is in this project any more", {
    hint: "Run everything with: axis run",
  });
}
