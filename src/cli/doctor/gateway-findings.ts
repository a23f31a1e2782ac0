/** Says which agents send their model requests through AXIS, so that their key stays outside. */
import { resolveSandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { planGateway } from "../../runner/gateway/plan-gateway.ts";
import type { AgentStatus } from "./agent-status.ts";
import { type DoctorFinding, note } from "./finding.ts";

type KeyPlace = "key outside" | "key inside" | "login, inside" | "no key";

/** One line for all agents that are programs; none if there is no such agent. */
export function gatewayFindings(
  agents: readonly Pick<PlannedAgent, "name" | "adapter">[],
  statuses: readonly Pick<AgentStatus, "name" | "login" | "keysSet">[],
  env: NodeJS.ProcessEnv,
): DoctorFinding[] {
  const groups = new Map<KeyPlace, string[]>();
  for (const { name, adapter } of agents) {
    const status = statuses.find((each) => each.name === name);
    if (status === undefined) continue;
    const place = findKeyPlace(adapter, status, env);
    groups.set(place, [...(groups.get(place) ?? []), name]);
  }
  if (groups.size === 0) return [];
  return [note("gateway", [...groups].map(([place, names]) => `${names.join(", ")}: ${place}`).join(". "))];
}

function findKeyPlace(
  adapter: PlannedAgent["adapter"],
  { login, keysSet }: Pick<AgentStatus, "login" | "keysSet">,
  operator: NodeJS.ProcessEnv,
): KeyPlace {
  if (login !== undefined) return "login, inside";
  if (planGateway(adapter, { operator, policy: resolveSandboxPolicy([]) }) !== null) return "key outside";
  return keysSet.length > 0 ? "key inside" : "no key";
}
