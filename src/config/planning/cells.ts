/** The cells of a plan: all trials of the selected scenarios and agents, or only the requested ones. */
import { type Cell, pairId } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import type { LoadDeps, Project } from "../load-project.ts";
import type { PlanRequest } from "./plan-request.ts";
import { type Selection, selectCells } from "./selection.ts";

/** Reports cells that no longer exist; if none is left, there is nothing to plan. */
export function planCells(
  selection: Selection,
  request: PlanRequest,
  { project, world }: { project: Project; world: LoadDeps },
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
  throw new AxisError("cells-gone", "None of the requested runs is in this project any more", {
    hint: "Run everything with: axis run",
  });
}
