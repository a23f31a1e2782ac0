/** Turns `flags` of an agent entry into arguments: true becomes --key, false nothing, anything else --key value. */
import type { AgentTask } from "../core/agent.ts";

/** The arguments, in the order of the flags. */
export function flagArguments(flags: AgentTask["flags"]): string[] {
  return Object.entries(flags).flatMap(([key, value]) => {
    if (value === false) return [];
    return value === true ? [`--${key}`] : [`--${key}`, String(value)];
  });
}
