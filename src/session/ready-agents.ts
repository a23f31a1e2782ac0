/** The agents of a plan on this machine: everything that is missing said at once, then each made ready to be started. */
import { AxisError } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import { prepareAgents, type PrepareWorld, type ReadyAgent } from "../runner/agents/prepare-agents.ts";
import { readAgents } from "../runner/agents/readiness.ts";
import { preflight } from "../runner/preflight.ts";
import { otherTemporaryFolder, temporaryFolderObstacle } from "../workspace/temporary-folder.ts";

/** What the runs of each agent start from, by its name. */
export async function readyAgents(plan: Plan, world: PrepareWorld): Promise<ReadonlyMap<string, ReadyAgent>> {
  const found = await readAgents(plan, world.operator);
  const missing = [...(await missingFolder()), ...(await preflight(plan, world.operator, found))];
  if (missing.length === 0) return await prepareAgents(found, world);
  const lines = missing.map((line) => `  ${line}`).join("\n");
  throw new AxisError("preflight", `This machine cannot run the plan:\n${lines}`, {
    hint: "See what is there with: axis doctor",
  });
}

/** Every run needs a workspace: said once, not by each of them. */
async function missingFolder(): Promise<string[]> {
  const obstacle = await temporaryFolderObstacle();
  return obstacle === null ? [] : [`${obstacle}. ${otherTemporaryFolder}`];
}
