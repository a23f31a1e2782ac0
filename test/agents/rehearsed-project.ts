/** For the suite: a project with one scenario per thing that can happen, and the script that makes it happen. */
import { readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { LoggedRequest } from "../../src/testing/scripted-model/request-log.ts";
import type { ScriptInput } from "../../src/testing/scripted-model/script.ts";
import { openProject, type Project } from "../fixtures/axis.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder with one npm prefix per program. */
    agentsCache: string;
  }
}

const here = dirname(fileURLToPath(import.meta.url));

/** What each step costs, where the script does not say otherwise. */
const usage = { input: 100, output: 20, cacheRead: 10 };
const said = (text: string) => ({ text, usage });
const shell = (command: string) => ({ tool: "shell" as const, command });

/** A process that outlives the command that starts it, to be found afterwards if nobody ends it. */
const leaveBehind = "(sleep 86399 > /dev/null 2>&1 &); echo left > left.txt";

/** By scenario key, which stands in the prompt. */
const conversations = {
  task: {
    steps: [
      { ...said("I write the file."), calls: [{ tool: "write" as const, path: "hello.txt", content: "hello\n" }] },
      { ...said("Then I look at it."), calls: [shell("sleep 3; cat hello.txt"), shell("echo twice > twice.txt")] },
      said("Done: hello.txt is there."),
    ],
  },
  failing: { steps: [{ ...said("I look."), calls: [shell("cat missing.txt")] }, said("It is missing.")] },
  service: {
    steps: [
      { ...said("I add."), calls: [mcp("add_numbers")] },
      { ...said("I break it."), calls: [mcp("break_down")] },
      said("The sum is 42."),
    ],
  },
  refused: { steps: [said("never said")], faults: [{ kind: "status" as const, status: 401 }] },
  busy: {
    steps: [said("Done at last.")],
    faults: [{ kind: "status" as const, status: 429, retryAfterSeconds: 1, times: 1 }],
  },
  hanging: {
    steps: [{ ...said("I start it."), calls: [shell(leaveBehind)] }, said("never said")],
    faults: [{ kind: "hang" as const, step: 2 }],
  },
};

export type Key = keyof typeof conversations;
const keys = Object.keys(conversations) as Key[];

function mcp(name: string) {
  return { tool: "mcp" as const, server: "sums", name, arguments: { a: 2, b: 40 } };
}

const script: ScriptInput = {
  conversations: keys.map((name) => ({
    name,
    when: { text: `This is the scenario "${name}"`, tools: true },
    ...conversations[name],
  })),
};

/** A project for one agent entry, whose program is taken from the cache. */
export function openRehearsed(agents: readonly unknown[], config: object = {}): Promise<Project> {
  const scenarios = keys.map((key) => [`scenarios/${key}.json`, scenarioOf(key)]);
  return openProject({
    "axis.config.json": { agents, env: { agent: ["CLAUDE_CODE_MAX_RETRIES"] }, settings: { retries: 0 }, ...config },
    "script.json": script,
    ...(Object.fromEntries(scenarios) as Record<string, object>),
  });
}

/** How long the hanging run may take, in minutes: time for the slowest program to start on a busy machine. */
const hangMinutes = 1;

function scenarioOf(key: Key): object {
  return {
    name: key,
    prompt: `This is the scenario "${key}". Do as you are told.`,
    judge: [{ check: "It is there", verify: key === "task" ? { file: "hello.txt", exists: true } : "true" }],
    artifacts: ["*.txt"],
    limits: { time_minutes: key === "hanging" ? hangMinutes : 10 },
    ...(key === "service" && {
      mcp_servers: {
        sums: {
          type: "stdio",
          command: process.execPath,
          args: [join(here, "mcp-server.mjs")],
          env: { MCP_LOG: "${MCP_LOG}" },
        },
      },
    }),
  };
}

/** What `axis` needs besides: the programs on its PATH, and few attempts where a program would wait for minutes. */
export function environmentOf(project: Project): Record<string, string> {
  const bins = ["claude", "codex", "gemini", "opencode"].map((name) =>
    join(inject("agentsCache"), name, "node_modules", ".bin"),
  );
  return {
    PATH: [...bins, process.env["PATH"]].join(delimiter),
    CLAUDE_CODE_MAX_RETRIES: "1",
    MCP_LOG: join(project.outside, "mcp.log"),
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
