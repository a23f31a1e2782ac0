/** Finds the files outside its own folders that a run needs to read: programs and files that the config names. */
import { isAbsolute, resolve } from "node:path";
import type { Job, PlannedAgent } from "../../core/plan.ts";
import type { Scenario } from "../../core/scenario.ts";
import { listFilePaths, listProgramPaths } from "../../sandbox/install-folders.ts";
import type { ReadyAgent } from "../agents/prepare-agents.ts";

export interface NamedFileDeps {
  readonly configDir: string;
  readonly ready: ReadyAgent;
  readonly env: { readonly PATH?: string };
  readonly hidden: readonly string[];
}

/** For the agent: its program, its adapter's module, its command, and MCP servers that it starts. */
export function listJobFiles({ agent, scenario }: Job, deps: NamedFileDeps): string[] {
  return [...listAgentFiles(agent, deps), ...listServerFiles(scenario, deps.env, deps.hidden)];
}

/** The same for an agent that judges, which has no servers. */
export function listAgentFiles(
  { config, file }: Pick<PlannedAgent, "config" | "file">,
  { configDir, ready, env, hidden }: NamedFileDeps,
): string[] {
  const { command = [], flags = {} } = config;
  const words = [
    ...(typeof command === "string" ? splitWords(command) : command),
    ...Object.values(flags).filter((value) => typeof value === "string"),
  ];
  return [
    ...(ready.program ?? []).filter((part) => isAbsolute(part)).flatMap((part) => listProgramPaths(part, env, hidden)),
    ...(file === undefined ? [] : listFilePaths(file, hidden)),
    ...listNamedFiles(words, configDir, hidden),
  ];
}

/** Servers on stdio run inside, with the agent. */
function listServerFiles({ mcpServers, baseDir }: Scenario, env: { readonly PATH?: string }, hidden: readonly string[]) {
  return Object.values(mcpServers).flatMap((server) => {
    if (server.type !== "stdio") return [];
    const program = isAbsolute(server.command) ? listProgramPaths(server.command, env, hidden) : [];
    return [...program, ...listNamedFiles(server.args ?? [], baseDir, hidden)];
  });
}

/** For gates: files of the project that their command names through AXIS_CONFIG_DIR. */
export function listGateFiles({ gates = [], baseDir }: Scenario, hidden: readonly string[]): string[] {
  const lines = gates.flatMap(({ command }) => (typeof command === "string" ? [command] : command));
  const words = lines.flatMap((line) => splitWords(line.replace(/\$\{?AXIS_CONFIG_DIR\}?/g, () => baseDir)));
  return listNamedFiles(words, baseDir, hidden);
}

/** Quotes are removed, because a path may be quoted as a whole or in part. */
function splitWords(line: string): string[] {
  return line.split(/[\s;|&<>()=]+/).map((word) => word.replace(/["']/g, ""));
}

function listNamedFiles(words: readonly string[], baseDir: string, hidden: readonly string[]): string[] {
  return words
    .filter((word) => isAbsolute(word) || /^\.{1,2}\//.test(word))
    .flatMap((word) => listFilePaths(resolve(baseDir, word), hidden));
}
