/** Prepares the agents of a plan on this machine: reports everything that is missing at once, then makes each ready. */
import { AxisError } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import { prepareAgents, type PrepareDeps, type ReadyAgent } from "../runner/agents/prepare-agents.ts";
import { probeAgents } from "../runner/agents/readiness.ts";
import { preflight } from "../runner/preflight.ts";
import { temporaryFolderHint, findTemporaryFolderProblem } from "../runner/workspace/temporary-folder.ts";

/** Returns what the runs of each agent start from, by agent name. */
export async function requireReadyAgents(plan: Plan, world: PrepareDeps): Promise<ReadonlyMap<string, ReadyAgent>> {
  const found = await probeAgents(plan, world.operator);
  const missing = [...(await findMissingFolder()), ...(await preflight(plan, world.operator, found))];
  if (missing.length === 0) return await prepareAgents(found, world);
  const lines = missing.map((line) => `  ${line}`).join("\n");
  throw new AxisError("preflight", `This machine cannot run the plan:\n${lines}`, {
    hint: "Check this machine with: axis doctor",
  });
}

/** Every run needs a workspace: reported once here instead of by every run. */
async function findMissingFolder(): Promise<string[]> {
  const obstacle = await findTemporaryFolderProblem();
  return obstacle === null ? [] : [`${obstacle}. ${temporaryFolderHint}`];
}
