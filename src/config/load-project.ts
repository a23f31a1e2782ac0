/** A project as found on disk: its config, its adapters, its scenarios and those of its libraries. */
import { basename, dirname, resolve } from "node:path";
import type { EnvNames } from "../core/config/config.ts";
import type { McpServers } from "../core/scenario/mcp-server.ts";
import type { PlannedAgent } from "../core/plan.ts";
import type { ConfigDocument } from "./validation/documents.ts";
import { findConfig, readConfig } from "./load-config.ts";
import { type AdapterSource, type KnownAdapters, loadAdapters, planAgents } from "./plan-agents.ts";
import type { PlanDeps } from "./plan-deps.ts";
import { judgeAgentProblems } from "./planning/open-judge.ts";
import { resolveServerPaths, mergeUnique } from "./planning/resolve-scenario.ts";
import { appendPath, type Findings, createFindings } from "./validation/problem.ts";
import type { Library, LibraryUse } from "./libraries/remotes.ts";
import { type GatheredScenario, gatherEntries, isUrl, type Origin, requireUniqueKeys } from "./scenarios.ts";
import type { SkillReference } from "./skills/skills.ts";
import { type CheckedConfig, validateConfig } from "./validation/validate.ts";
import { scenarioSourceProblems } from "./validation/scenario-rules.ts";

/** Which project to load, and what loading may do. */
export interface LoadRequest {
  readonly folder: string;
  readonly configFile?: string;
  /** Use only the data of untrusted libraries. */
  readonly dataOnly?: boolean;
  /** Fetch and install nothing: use only what is on this machine. */
  readonly offline?: boolean;
}

export interface Project {
  readonly configFile: string;
  readonly configDir: string;
  readonly config: CheckedConfig["config"];
  readonly agents: readonly PlannedAgent[];
  readonly adapters: KnownAdapters;
  /** The judges that the config names, each with its location. */
  readonly judges: CheckedConfig["judges"];
  /** Sorted by key, each key once. */
  readonly scenarios: readonly GatheredScenario[];
  readonly skills: readonly SkillReference[];
  readonly artifacts: readonly string[];
  readonly mcpServers: McpServers;
  readonly env: EnvNames;
  /** The libraries that were opened; each comes after those it refers to. */
  readonly libraries: readonly Library[];
  /** A sentence for each library that was not read, because nothing may be fetched. */
  readonly absent: readonly string[];
  /** The folders, files and URLs that were searched for scenarios, as the config writes them. */
  readonly lookedIn: readonly string[];
  /** A sentence for each file in a scenario folder that is not a scenario. */
  readonly passedOver: readonly string[];
  /** Problems found so far; nothing may run while there are any. */
  readonly findings: Findings;
}

/** Loads everything that a plan is made from. Problems are collected, not thrown, so that more can be found. */
export async function loadProject(request: LoadRequest, deps: PlanDeps): Promise<Project> {
  const { file, others } = await findConfig(request.folder, request.configFile);
  const shown = basename(file);
  if (others.length > 0) deps.onNotice(`Using ${shown}; ${others.join(", ")} in the same folder is ignored`);
  const findings = createFindings();
  const written = await readConfig(file, shown);
  const checked = validateConfig(written, shown, findings);
  const origin: Origin = { baseDir: dirname(file), configDir: dirname(file), remote: null, configName: shown };
  const absent: string[] = [];
  const use = {
    dataOnly: request.dataOnly ?? false,
    ...(request.offline && { onAbsent: (sentence: string) => void absent.push(sentence) }),
  };
  const passedOver: string[] = [];
  const listening = { ...deps, onDetail: recordDetails(passedOver, deps) };
  const { scenarios, libraries, failed } = await gatherScenarios(checked, origin, {
    findings,
    deps: listening,
    use,
    written,
  });
  const { config } = checked;
  const sources = adapterSources(config, libraries, origin);
  const adapters = await loadAdapters(sources, findings, (text) => deps.onNotice(text));
  const isPartial = failed || absent.length > 0;
  const entries = isPartial
    ? keepKnownAgents(checked, adapters, findings)
    : dropBrokenAgents(checked.agents, sources, adapters);
  // While libraries are missing, an unknown judge may be an adapter of theirs.
  if (!isPartial) findings.problems.push(...judgeAgentProblems(checked.judges, adapters));
  return {
    configFile: file,
    configDir: origin.configDir,
    config,
    adapters,
    judges: checked.judges,
    agents: planAgents(entries, adapters, findings),
    libraries,
    absent,
    passedOver,
    lookedIn: checked.scenarios.map(({ entry }) => entry).filter((entry) => typeof entry === "string"),
    scenarios: requireUniqueKeys(scenarios, findings),
    findings,
    env: envNames(config.env),
    ...mergeLibraries(config, libraries, origin),
  };
}

function recordDetails(list: string[], deps: PlanDeps): (message: string) => void {
  return (message) => {
    list.push(message);
    deps.onDetail?.(message);
  };
}

/** An adapter that did not load is already a problem, so its agents are not reported again. */
function dropBrokenAgents(
  agents: CheckedConfig["agents"],
  sources: readonly AdapterSource[],
  adapters: KnownAdapters,
): CheckedConfig["agents"] {
  const broken = new Set(sources.map(({ name }) => name.toLowerCase()).filter((name) => !adapters.has(name)));
  return agents.filter(({ entry }) => !broken.has(entry.agent.toLowerCase()));
}

interface GatherContext {
  readonly findings: Findings;
  readonly deps: PlanDeps;
  readonly use: LibraryUse;
  /** The config before validation. */
  readonly written: unknown;
}

/** While libraries are missing, an unknown agent may be an adapter of theirs. */
function keepKnownAgents(
  { agents }: CheckedConfig,
  adapters: KnownAdapters,
  findings: Findings,
): CheckedConfig["agents"] {
  return agents.filter(({ entry: { agent } }) => {
    if (adapters.has(agent.toLowerCase())) return true;
    findings.warnings.push(
      `Unknown agent ${JSON.stringify(agent)}; a library that has not been fetched may provide it`,
    );
    return false;
  });
}

async function gatherScenarios(checked: CheckedConfig, origin: Origin, context: GatherContext) {
  const { findings, deps, use, written } = context;
  const onDetail = (message: string) => deps.onDetail?.(message);
  const local = checked.scenarios.filter(({ entry }) => !isUrl(entry));
  const scenarios = await gatherEntries(local, origin, { findings, onDetail, config: written });
  const outward = scenarios.flatMap((each) =>
    scenarioSourceProblems(each.document, each.place, "the config directory"),
  );
  findings.problems.push(...outward);
  const libraries: Library[] = [];
  let failed = false;
  for (const { entry, place } of checked.scenarios) {
    if (!isUrl(entry)) continue;
    const { openLibrary } = await import("./libraries/remotes.ts");
    const opened = await openLibrary(entry, place, { origin, checked, findings, deps, use });
    failed ||= opened === null;
    libraries.push(...(opened ?? []));
    scenarios.push(...(opened ?? []).flatMap((library) => library.scenarios));
  }
  return { scenarios, libraries, failed };
}

/** What libraries add: the project wins, and a later library wins over an earlier one. */
function mergeLibraries(
  config: CheckedConfig["config"],
  libraries: readonly Library[],
  { baseDir, configName }: Origin,
) {
  const own = (config.skills ?? []).map((source, index) => ({
    source,
    baseDir,
    place: { file: configName, path: ["skills", index] },
  }));
  return {
    skills: [...own, ...libraries.flatMap((library) => library.skills)],
    artifacts: mergeUnique(config.artifacts ?? [], ...libraries.map((library) => library.artifacts)),
    mcpServers: Object.assign(
      {},
      ...libraries.map((library) => library.mcpServers),
      resolveServerPaths(config.mcp_servers ?? {}, baseDir),
    ) as McpServers,
  };
}

/** The adapter modules that a config and its libraries name. */
export function adapterSources(
  config: CheckedConfig["config"],
  libraries: readonly Library[],
  origin: Pick<Origin, "baseDir" | "configName">,
): AdapterSource[] {
  const place = { file: origin.configName, path: ["adapters"] };
  const own = Object.entries(config.adapters ?? {}).map(([name, written]) => ({
    name,
    written,
    file: resolve(origin.baseDir, written),
    place: appendPath(place, name),
  }));
  const taken = new Set(own.map(({ name }) => name.toLowerCase()));
  const others = new Map(
    libraries.flatMap((library) => library.adapters).map((source) => [source.name.toLowerCase(), source]),
  );
  return [...[...others].filter(([name]) => !taken.has(name)).map(([, source]) => source), ...own];
}

/** A plain list applies to agents, hooks and checks. */
export function envNames(env: ConfigDocument["env"]): EnvNames {
  const lists = Array.isArray(env) ? { agent: env, hooks: env, checks: env } : (env ?? {});
  return {
    agent: lists.agent ?? [],
    judge: "judge" in lists ? (lists.judge ?? []) : [],
    hooks: lists.hooks ?? [],
    checks: lists.checks ?? [],
  };
}
