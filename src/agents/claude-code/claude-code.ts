/** Claude Code: `claude -p`, its JSON stream, its MCP file, its skills. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { AgentTask, Env } from "../../core/agent.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import type { McpServer, McpServers } from "../../core/scenario/mcp-server.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { defineLineAgent } from "../define-agent.ts";
import { writeHomeJson } from "../program/home-file.ts";
import { collectLoginTokens, operatorHome, readJsonObject, readLoginText } from "../program/login-file.ts";
import { isLongPrompt } from "../program/long-prompt.ts";
import { claudeCodeReader } from "../transcript/formats/claude-code.ts";
import { claudeIsolation, claudeSkills, isRoot, writeClaudeSettings } from "./claude-home.ts";

/** Long, because the system may ask the operator for permission. */
const timeoutMs = 30_000;

/** Null if there is no such item, or the operator refuses. */
async function readKeychainPassword(service: string): Promise<string | null> {
  if (process.platform !== "darwin") return null;
  await using scope = await openScope({ runId: randomUUID(), home: "" });
  const { exit, stdout } = await runProgram(scope, {
    program: "/usr/bin/security",
    args: ["find-generic-password", "-s", service, "-w"],
    cwd: "/",
    env: { HOME: process.env["HOME"] ?? "" },
    timeoutMs,
  });
  return exit.code === 0 && stdout.trim() !== "" ? stdout.trim() : null;
}

const accountFile = ".claude.json";
const credentialsFile = ".claude/.credentials.json";

/** Suppresses the dialogs of a first start; contains nothing of the operator's projects, history or settings. */
const onboardingFlags = { hasCompletedOnboarding: true, bypassPermissionsModeAccepted: true };

/** Null if no one is signed in. */
export async function findClaudeLogin(operator: Env): Promise<AgentLogin | null> {
  const home = operatorHome(operator);
  if (home === undefined) return null;
  const account = findAccount(await readJsonObject(join(home, accountFile)));
  const credentials =
    (await readLoginText(join(home, credentialsFile))) ?? (await readKeychainPassword("Claude Code-credentials"));
  if (account === null && credentials === null) return null;
  const config = JSON.stringify({ ...onboardingFlags, ...(account === null ? {} : { oauthAccount: account }) });
  return {
    source: credentials === null ? `~/${accountFile}` : `~/${credentialsFile}`,
    files: {
      // With CLAUDE_CONFIG_DIR set, Claude looks for this file in that folder.
      ".claude/.claude.json": config,
      ...(credentials === null ? {} : { [credentialsFile]: credentials }),
    },
    secrets: credentials === null ? [] : collectLoginTokens(credentials),
  };
}

function findAccount(config: Readonly<Record<string, unknown>> | null): object | null {
  const account = config?.["oauthAccount"];
  if (typeof account !== "object" || account === null) return null;
  const { emailAddress, accountUuid } = account as { emailAddress?: unknown; accountUuid?: unknown };
  return isFilledText(emailAddress) || isFilledText(accountUuid) ? account : null;
}

function isFilledText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

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
  gateway: ["ANTHROPIC_API_KEY"],
  canJudge: true,
  canResume: true,
  sessionTotals: ["cost"],
  reportsCost: true,
  isolation: claudeIsolation,
  skillsFolder: claudeSkills,

  async prepare(task, { home }): Promise<Env> {
    const { mcpServers, endpoint } = task;
    await writeClaudeSettings(task, home);
    if (Object.keys(mcpServers).length > 0) await writeHomeJson(home, serversFile, toClaudeServers(mcpServers));
    // A script calls tools without looking them up first, which would add a hint to each result.
    return endpoint?.scripted === true ? { ENABLE_TOOL_SEARCH: "false" } : {};
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
function shouldSkipPermissions({ flags, judging }: AgentTask): boolean {
  return flags[skipPermissions] === undefined && judging === undefined;
}

/** --add-dir takes several values, so another flag has to follow it. */
function judgingArguments({ evidence }: NonNullable<AgentTask["judging"]>): string[] {
  return [...(evidence === null ? [] : ["--add-dir", evidence]), "--allowedTools", "Read,Grep,Glob"];
}

/** MCP servers in the format of Claude's configuration file. */
function toClaudeServers(servers: McpServers): { readonly mcpServers: Record<string, unknown> } {
  return {
    mcpServers: Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, toClaudeServer(server)])),
  };
}

function toClaudeServer(server: McpServer): unknown {
  if (server.type === "http") return { type: "http", url: server.url, headers: server.headers ?? {} };
  return { type: "stdio", command: server.command, args: server.args ?? [], env: server.env ?? {} };
}
