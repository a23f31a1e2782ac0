/** The files of a new project: a config, a first scenario that scores the same everywhere, and its agents' files. */
import { builtInAgents } from "../../agents/catalog.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import type { AxisConfig } from "../../core/config/config.ts";
import type { ScenarioInput } from "../../core/scenario.ts";
import { packageName } from "../../core/version.ts";
import type { TemplateFile } from "../file-tree.ts";

/** The program that `axis init` writes as a first agent: small enough to read, and open about its limits. */
const sampleAgent = `#!/usr/bin/env node
/**
 * A sample agent without a model: it can write one line to one file, and says so when asked for anything else.
 * Replace it with your own agent. AXIS passes the task on stdin, starts the agent in an empty folder, and reads JSON
 * lines from its stdout; any other text counts as a message of the agent:
 *
 *   {"type":"assistant","text":"..."}                       what it says
 *   {"type":"tool_use","id":"1","tool":"...","input":{}}    what it does
 *   {"type":"tool_result","id":"1","output":"..."}          what came of it
 *   {"type":"usage","input":12,"output":34}                 tokens it used
 *   {"type":"result","text":"..."}                          its final answer, or "error" instead of "text"
 */
import { readFileSync, writeFileSync } from "node:fs";

const task = readFileSync(0, "utf8");
const [, path, line] = /file named \`([\\w.-]+)\`.*exactly this line: \`([^\`]+)\`/s.exec(task) ?? [];

if (path === undefined || line === undefined) {
  print({ type: "result", error: "I can only write one line to one file, and this task asks for something else." });
} else {
  const content = \`\${line}\\n\`;
  print({ type: "assistant", text: \`I will write that line to \${path}.\` });
  print({ type: "tool_use", id: "1", tool: "write_file", input: { path, content } });
  try {
    writeFileSync(path, content);
    print({ type: "tool_result", id: "1", output: \`wrote \${path}\` });
    print({ type: "result", text: \`I wrote the line to \${path}.\` });
  } catch (error) {
    print({ type: "tool_result", id: "1", output: error.message, isError: true });
    print({ type: "result", error: \`I could not write \${path}: \${error.message}\` });
  }
}

function print(entry) {
  process.stdout.write(\`\${JSON.stringify({ timestamp: new Date().toISOString(), ...entry })}\\n\`);
}
`;

/** Where the schemas are that editors check the files of the project with; it can be committed. */
export const schemaFolder = ".axis/schema";

export const configFormats = ["json", "js", "ts"] as const;
export type ConfigFormat = (typeof configFormats)[number];

/** How to set up a new project. */
export interface StarterOptions {
  readonly format: ConfigFormat;
  /** As written in the config, such as ./scenarios. */
  readonly scenarios: string;
  /** Built-in agents, without duplicates. */
  readonly agents: readonly string[];
}

interface StarterAgent {
  readonly entry: AgentConfig;
  readonly files: readonly TemplateFile[];
  /** What the user should know before running it. */
  readonly note?: string;
}

/** Built-in agents whose entry needs more than a name. */
const agentsWithFiles: Readonly<Record<string, StarterAgent>> = {
  command: {
    entry: { agent: "command", name: "sample-agent", command: ["./agents/sample-agent.mjs"] },
    files: [{ path: "agents/sample-agent.mjs", content: sampleAgent }],
  },
  replay: {
    entry: { agent: "replay", name: "recorded", transcript: "./transcripts/{scenario}.ndjson" },
    files: [{ path: "transcripts/hello-world.ndjson", content: renderRecordedRun() }],
    note: "The replay agent plays back transcripts/<scenario>.ndjson: it writes no files, so checks on files fail.",
  },
};

const starterAgents: Readonly<Record<string, StarterAgent>> = Object.fromEntries(
  Object.keys(builtInAgents).map((name) => [name, agentsWithFiles[name] ?? plainAgent(name)]),
);

function plainAgent(name: string): StarterAgent {
  return { entry: { agent: name }, files: [], note: `Check whether ${name} can run here with: axis doctor` };
}

/** Names that `axis init` can write an entry for. */
export const starterAgentNames: readonly string[] = Object.keys(starterAgents);

/** All files of the project, the config first. */
export function buildStarterFiles({ format, scenarios, agents }: StarterOptions): TemplateFile[] {
  const chosen = agents.flatMap((name) => starterAgents[name] ?? []);
  const config: AxisConfig = {
    ...(format === "json" && { $schema: `./${schemaFolder}/axis.config.schema.json` }),
    scenarios,
    agents: chosen.map(({ entry }) => entry),
    // The default, written out so that a newcomer sees where the rule is.
    settings: { gate: { min_pass_rate: "most" } },
  };
  const folder = scenarios.replace(/^\.\//, "");
  const root = folder
    .split("/")
    .map(() => "..")
    .join("/");
  return [
    { path: `axis.config.${format}`, content: formatConfig(config, format) },
    {
      path: `${folder}/hello-world.json`,
      content: formatJsonFile({ $schema: `${root}/${schemaFolder}/axis.scenario.schema.json`, ...helloWorld }),
    },
    ...chosen.flatMap(({ files }) => files),
  ];
}

/** Returns what the user should know about the chosen agents. */
export function listStarterNotes(agents: readonly string[]): string[] {
  return agents.flatMap((name) => starterAgents[name]?.note ?? []);
}

const helloWorld: ScenarioInput = {
  name: "Hello, world",
  prompt: "Create a file named `hello.txt` that contains exactly this line: `Hello, world!`",
  judge: [
    {
      check: "hello.txt holds the line and nothing else",
      weight: 0.7,
      verify: { file: "hello.txt", matches: "/^Hello, world!\\n?$/" },
    },
    { check: "The final answer names the file", weight: 0.3, verify: { contains: "hello.txt" } },
  ],
};

function formatConfig(config: AxisConfig, format: ConfigFormat): string {
  if (format === "json") return formatJsonFile(config);
  const object = JSON.stringify(config, null, 2).replaceAll(/"([a-z_]+)":/g, "$1:");
  return `import { defineConfig } from "${packageName}";\n\nexport default defineConfig(${object});\n`;
}

function formatJsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function renderRecordedRun(): string {
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const input = { path: "hello.txt", content: "Hello, world!\n" };
  const lines = [
    { type: "assistant", timestamp: at(0), text: "I will write the line to hello.txt." },
    { type: "tool_use", timestamp: at(0), id: "1", tool: "write_file", input },
    { type: "tool_result", timestamp: at(1), id: "1", output: "wrote hello.txt", isError: false },
    { type: "result", text: "I wrote the line to hello.txt." },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
