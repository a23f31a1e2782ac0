/** Generates the names of agents: unique within a config, and valid as file names. */
import type { AgentConfig } from "../core/agent/agent-config.ts";
import { foldName } from "../core/names/names.ts";

/** One name per entry, in order. A repeated name gets -2, then -3; names that differ only in case count as repeated. */
export function generateAgentNames(configs: readonly AgentConfig[]): string[] {
  const taken = new Set<string>();
  return configs.map((config) => {
    const name = makeUnique(baseName(config), taken);
    taken.add(foldName(name));
    return name;
  });
}

function baseName({ name, agent, model }: AgentConfig): string {
  if (name !== undefined) return name;
  const label = (model ?? "").replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+|-+$/g, "");
  return label === "" ? agent.toLowerCase() : `${agent.toLowerCase()}|${label}`;
}

function makeUnique(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(foldName(name))) return name;
  for (let count = 2; ; count += 1) {
    if (!taken.has(foldName(`${name}-${count}`))) return `${name}-${count}`;
  }
}
