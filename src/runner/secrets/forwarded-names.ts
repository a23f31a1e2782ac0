/** Lists the variables whose values some child process receives: none of these values may be written down. */
import { referencedNames } from "../../core/scenario/expand.ts";
import type { Plan } from "../../core/plan.ts";
import { judgeKeys } from "./model-keys.ts";
import { listJudges } from "../preflight.ts";

export function listForwardedNames(plan: Plan): string[] {
  const keys = plan.jobs.flatMap(({ agent }) => [
    ...(agent.adapter.keys?.required ?? []),
    ...(agent.adapter.keys?.optional ?? []),
  ]);
  const references = plan.jobs.flatMap(({ scenario }) => Object.values(scenario.mcpServers).flatMap(referencedNames));
  const ofJudges = listJudges(plan).flatMap(judgeKeys);
  return [...new Set([...keys, ...ofJudges, ...references, ...Object.values(plan.env).flat()])];
}
