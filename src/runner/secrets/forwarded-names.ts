/** Lists the variables whose values some child process receives: none of these values may be written down. */
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import { referencedNames } from "../../core/scenario/expand.ts";
import type { Plan } from "../../core/plan.ts";
import { judgeKeys } from "./model-keys.ts";
import { listJudges } from "../preflight.ts";

export function listForwardedNames(plan: Plan): string[] {
  const keys = plan.jobs.flatMap(({ agent }) => listAgentKeys(agent.adapter));
  const references = plan.jobs.flatMap(({ scenario }) => Object.values(scenario.mcpServers).flatMap(referencedNames));
  const ofJudges = listJudges(plan).flatMap(judgeKeys);
  return [...new Set([...keys, ...ofJudges, ...references, ...Object.values(plan.env).flat()])];
}
