/** The door `axis-eval/agents`: the built-in agents, and the parts for building others. */
export type { AcpAgentOptions } from "./acp/acp-options.ts";
export { defineAcpAgent } from "./acp/define-acp-agent.ts";
export { builtInAgents } from "./catalog.ts";
export { commandAgent } from "./command.ts";
export { defineAgent, defineLineAgent } from "./define-agent.ts";
export { flagArguments } from "./flags.ts";
export { replayAgent } from "./replay.ts";
export { openScope, type ProcessScope } from "../process/scope.ts";
