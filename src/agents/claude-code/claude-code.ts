/** Claude Code: `claude -p`, its stream of JSON lines, its MCP file, its skills. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import { claudeCodeReader } from "../../transcript/formats/claude-code.ts";
import { defineLineAgent } from "../define-agent.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import { claudeIsolation, claudeSkills, isRoot } from "./claude-home.ts";
import { claudeLogin } from "./claude-login.ts";
import { claudeServers } from "./claude-servers.ts";
import { placeJson } from "../program/placed-file.ts";

const serversFile = ".claude/mcp.json";
const skipPermissions = "dangerously-skip-permissions";

const fixedArguments = ["-p", "--output-format", "stream-json", "--verbose", "--strict-mcp-config"];

export const claudeCode = defineLineAgent({
  name: "claude-code",
  program: "claude",
  package: { package: "@anthropic-ai/claude-code", version: "2.1.325" },
  keys: { required: ["ANTHROPIC_API_KEY"] },
  login: claudeLogin,
  signIn: "claude auth login",
  acceptsEndpoint: true,
  canJudge: true,
  canResume: true,
  reportsCost: true,
  isolation: claudeIsolation,
  skillsFolder: claudeSkills,

  async prepare({ mcpServers }, { home }) {
    if (Object.keys(mcpServers).length > 0) await placeJson(home, serversFile, claudeServers(mcpServers));
    return {};
  },

  arguments(task, { home }) {
    return [
      ...fixedArguments,
      ...(skipsPermissions(task) ? [`--${skipPermissions}`] : []),
      ...(task.judging === undefined ? [] : judgingArguments(task.judging)),
      ...(Object.keys(task.mcpServers).length > 0 ? ["--mcp-config", join(home, serversFile)] : []),
      ...(task.model === undefined ? [] : ["--model", task.model]),
      ...(task.resume === undefined ? [] : ["--resume", task.resume]),
    ];
  },

  // Behind --, so that neither a prompt that begins with a dash nor a flag that takes several values can be misread.
  lastArguments: ({ prompt }) => (isLongPrompt(prompt) ? [] : ["--", prompt]),
  stdin: ({ prompt }) => (isLongPrompt(prompt) ? prompt : ""),
  reader: claudeCodeReader,

  notes: (task) =>
    isRoot() && skipsPermissions(task)
      ? [`IS_SANDBOX=1 was set: as root, claude refuses --${skipPermissions} without it`]
      : [],
});

/** Unless the flag is set by hand: then it is among the flags, or meant to be left out. A judge only reads. */
function skipsPermissions({ flags, judging }: Pick<AgentTask, "flags" | "judging">): boolean {
  return flags[skipPermissions] === undefined && judging === undefined;
}

/** The flag that names folders takes several, so another one has to follow it. */
function judgingArguments({ evidence }: NonNullable<AgentTask["judging"]>): string[] {
  return [...(evidence === null ? [] : ["--add-dir", evidence]), "--allowedTools", "Read,Grep,Glob"];
}
