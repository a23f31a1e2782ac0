/** The built-in agents. */
import type { AgentAdapter } from "../core/agent.ts";
import { acpAgents } from "./acp/acp-agents.ts";
import { defineAcpAgent } from "./acp/define-acp-agent.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import { commandAgent } from "./command.ts";
import { gemini } from "./gemini/gemini.ts";
import { replayAgent } from "./replay.ts";

const agents: readonly AgentAdapter[] = [
  commandAgent,
  replayAgent,
  claudeCode,
  codex,
  gemini,
  ...acpAgents.map((row) => defineAcpAgent(row)),
];

/** By name. The object has no prototype, so that a name such as "constructor" finds nothing. */
export const builtInAgents: Readonly<Record<string, AgentAdapter>> = Object.freeze(
  Object.assign(
    Object.create(null) as Record<string, AgentAdapter>,
    Object.fromEntries(agents.map((adapter) => [adapter.name, adapter])),
  ),
);
