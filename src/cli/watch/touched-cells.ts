/** Which runs of a plan a change touches: by what the plan itself says of scenarios and agents, and by the files they name. */
import type { Cell } from "../../core/cell.ts";
import type { Job, Plan } from "../../core/plan.ts";

type PlanPart = Pick<Plan, "jobs" | "digests" | "beforeAll" | "afterAll">;

/** `changed` are paths relative to the config directory. Everything runs again if the settings changed. */
export function listTouchedCells(before: PlanPart | null, now: PlanPart, changed: readonly string[]): Cell[] {
  const was = before?.digests;
  const isAll =
    was === undefined || was.settings !== now.digests.settings || namesAny([now.beforeAll, now.afterAll], changed);
  const isTouched = ({ scenario, agent }: Job) =>
    isAll ||
    was.scenarios[scenario.key] !== now.digests.scenarios[scenario.key] ||
    was.agents[agent.name] !== now.digests.agents[agent.name] ||
    namesAny([scenario.setup, scenario.teardown, scenario.gates, scenario.checks, agent.config], changed);
  return now.jobs.filter(isTouched).map(({ cell }) => cell);
}

/** Whether a file is named as it is, or by a folder or pattern that holds it: `copy` takes both. */
function namesAny(part: unknown, changed: readonly string[]): boolean {
  const text = JSON.stringify(part);
  return changed.some((path) => {
    const folders = path.split("/").map((_, index, all) => all.slice(0, all.length - index).join("/"));
    return folders.some((name) => new RegExp(`(?<![\\w.-])${escape(name)}(?=/?(?:["'\\s\\\\]|$)|/[*?{[])`).test(text));
  });
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
