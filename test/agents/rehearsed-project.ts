/** For the suite: projects whose agents play a script, one scenario for each thing that can happen. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { LoggedRequest } from "../../src/testing/scripted-model/request-log.ts";
import type { ScriptInput } from "../../src/testing/scripted-model/script.ts";
import { cli, openProject, type Project, type Ran, shell } from "../fixtures/axis.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder with one npm prefix per program. */
    agentsCache: string;
  }
}

const here = dirname(fileURLToPath(import.meta.url));

/** The agents that CI drives, and the API that each one speaks. Without a model, Gemini CLI first asks one which to take. */
export const agents = [
  { name: "claude-code", wire: "anthropic" },
  { name: "claude-sdk", wire: "anthropic" },
  { name: "codex", wire: "openai-responses" },
  { name: "codex-sdk", wire: "openai-responses" },
  { name: "gemini", wire: "gemini", entry: { agent: "gemini", name: "gemini", model: "gemini-2.5-flash" } },
  { name: "opencode", wire: "openai-chat" },
  { name: "qwen-code", wire: "openai-chat" },
  { name: "copilot", wire: "openai-chat" },
  { name: "cline", wire: "openai-chat" },
] as const;
export const entries: readonly unknown[] = agents.map((agent) => ("entry" in agent ? agent.entry : agent.name));

/** A conversation of a script: its steps and faults. */
type ScriptedConversation = Extract<ScriptInput, { conversations: unknown }>["conversations"][number];
export type Conversation = Pick<ScriptedConversation, "steps"> & Partial<Pick<ScriptedConversation, "faults">>;

/** What each step costs, where the script does not say otherwise. */
const usage = { input: 100, output: 20, cacheRead: 10 };
export const say = (text: string) => ({ text, usage });
export const shellCall = (command: string) => ({ tool: "shell" as const, command });
export const mcpCall = (name: string) => ({ tool: "mcp" as const, server: "sums", name, arguments: { a: 2, b: 40 } });

/** A project in which these agents play these conversations, one scenario for each. */
export function openRehearsed(
  agentEntries: readonly unknown[],
  conversations: Readonly<Record<string, Conversation>>,
  scenarioFields: (key: string) => object = () => ({}),
): Promise<Project> {
  const keys = Object.keys(conversations);
  const script: ScriptInput = {
    // Claude's adapter asks for a title, as an object.
    otherwise: { text: "A title", json: { title: "A title" } },
    conversations: keys.map((name) => ({
      name,
      when: { text: `This is the scenario "${name}"`, tools: true },
      ...(conversations[name] as Conversation),
    })),
  };
  const scenarios = keys.map((key) => [
    `scenarios/${key}.json`,
    {
      name: key,
      prompt: `This is the scenario "${key}". Do as you are told.`,
      judge: [{ check: "It is there", verify: "true" }],
      artifacts: ["*.txt"],
      limits: { time_minutes: 10 },
      ...scenarioFields(key),
    },
  ]);
  return openProject({
    "axis.config.json": {
      agents: agentEntries,
      env: { agent: ["CLAUDE_CODE_MAX_RETRIES"] },
      settings: { retries: 0 },
    },
    "script.json": script,
    ...(Object.fromEntries(scenarios) as Record<string, object>),
  });
}

/** The fields of a scenario with the suite's MCP server. */
export const withServer = {
  mcp_servers: {
    sums: {
      type: "stdio",
      command: process.execPath,
      args: [join(here, "mcp-server.mjs")],
    },
  },
};

/** What `axis` needs besides: the programs on its PATH, and few attempts where a program would wait for minutes. */
export function environmentOf(): Record<string, string> {
  const cache = inject("agentsCache");
  const bins = readdirSync(cache).map((name) => join(cache, name, "node_modules", ".bin"));
  return {
    PATH: [...bins, process.env["PATH"]].join(delimiter),
    CLAUDE_CODE_MAX_RETRIES: "1",
  };
}

/** What the scripted model was asked. */
export async function requestsOf(project: Project): Promise<LoggedRequest[]> {
  const text = await readFile(join(project.folder, "requests.ndjson"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LoggedRequest);
}

/** The flags of a rehearsal in such a project. */
export const rehearse = ["run", "--script", "script.json", "--script-log", "requests.ndjson", "--no-install"] as const;

/** Only Linux has this sandbox; there, the gateway is the one way out of it. */
export const inSandbox = process.platform === "linux" ? ["--sandbox", "bwrap", "--network", "none"] : [];

/** A network namespace with loopback only. Root may make one; others may with namespaces of users. */
const unshare = process.getuid?.() === 0 ? "unshare --net" : "unshare --map-root-user --net";
const probe = spawnSync("sh", ["-c", `${unshare} ip link set lo up`], { encoding: "utf8" });

/** Why no network namespace can be made here; null if it can. */
export const whyOnline = probe.status === 0 ? null : (probe.error?.message ?? probe.stderr).trim().split("\n")[0];

/** Runs the rehearsal, with no network but this machine's own where that is possible. */
export function runOffline(project: Project, flags: readonly string[] = []): Promise<Ran> {
  const line = [process.execPath, cli, ...rehearse, ...flags].join(" ");
  const isolated = whyOnline === null ? `${unshare} sh -c 'ip link set lo up && exec ${line}'` : line;
  return shell(project, isolated, environmentOf());
}
