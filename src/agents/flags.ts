/** Turns `flags` of an agent entry into arguments: true gives --key, false nothing, anything else --key value. */
import type { AgentTask } from "../core/agent.ts";

/** Arguments in the order the flags were written. */
export function flagArguments(flags: AgentTask["flags"]): string[] {
  return Object.entries(flags).flatMap(([key, value]) => {
    if (value === false) return [];
    return value === true ? [`--${key}`] : [`--${key}`, String(value)];
  });
}
