/** Claude Code: `claude -p`, its JSON stream, its MCP file, its skills. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import { claudeCodeReader } from "../transcript/formats/claude-code.ts";
import { defineLineAgent } from "../define-agent.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import { claudeIsolation, claudeSkills, isRoot } from "./claude-home.ts";
import { findClaudeLogin } from "./claude-login.ts";
import { toClaudeServers } from "./claude-servers.ts";
import { writeHomeJson } from "../program/home-file.ts";

const serversFile = ".claude/mcp.json";
const skipPermissions = "dangerously-skip-permissions";

const fixedArguments = ["-p", "--output-format", "stream-json", "--verbose", "--strict-mcp-config"];

export const claudeCode = defineLineAgent({
  name: "claude-code",
  program: "claude",
  package: { package: "@anthropic-ai/claude-code", version: "2.1.325" },
  keys: { required: ["ANTHROPIC_API_KEY"] },
  login: findClaudeLogin,
  signIn: "claude auth login",
  acceptsEndpoint: true,
  canJudge: true,
  canResume: true,
  reportsCost: true,
  isolation: claudeIsolation,
  skillsFolder: claudeSkills,

  async prepare({ mcpServers }, { home }) {
    if (Object.keys(mcpServers).length > 0) await writeHomeJson(home, serversFile, toClaudeServers(mcpServers));
    return {};
  },

  arguments(task, { home }) {
    return [
      ...fixedArguments,
      ...(shouldSkipPermissions(task) ? [`--${skipPermissions}`] : []),
      ...(task.judging === undefined ? [] : judgingArguments(task.judging)),
      ...(Object.keys(task.mcpServers).length > 0 ? ["--mcp-config", join(home, serversFile)] : []),
      ...(task.model === undefined ? [] : ["--model", task.model]),
      ...(task.resume === undefined ? [] : ["--resume", task.resume]),
    ];
  },

  // After --, so that neither a prompt that starts with a dash nor a flag with several values can be misread.
  lastArguments: ({ prompt }) => (isLongPrompt(prompt) ? [] : ["--", prompt]),
  stdin: ({ prompt }) => (isLongPrompt(prompt) ? prompt : ""),
  reader: claudeCodeReader,

  notes: (task) =>
    isRoot() && shouldSkipPermissions(task)
      ? [`IS_SANDBOX=1 was set, because claude refuses --${skipPermissions} as root without it`]
      : [],
});

/** False if the flag was set by hand: then it is already among the flags, or deliberately off. A judge only reads. */
function shouldSkipPermissions({ flags, judging }: Pick<AgentTask, "flags" | "judging">): boolean {
  return flags[skipPermissions] === undefined && judging === undefined;
}

/** --add-dir takes several values, so another flag has to follow it. */
function judgingArguments({ evidence }: NonNullable<AgentTask["judging"]>): string[] {
  return [...(evidence === null ? [] : ["--add-dir", evidence]), "--allowedTools", "Read,Grep,Glob"];
}
