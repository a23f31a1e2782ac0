/** The agents AXIS brings along. */
import type { AgentAdapter } from "../core/agent.ts";
import { commandAgent } from "./command.ts";
import { replayAgent } from "./replay.ts";

/** By name. Without a prototype, so that a name such as "constructor" finds nothing. */
export const builtInAgents: Readonly<Record<string, AgentAdapter>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, AgentAdapter>, { command: commandAgent, replay: replayAgent }),
);
