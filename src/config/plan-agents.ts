/** The agents under test: entries of `agents` joined with their adapters, each with its own name. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { generateAgentNames } from "../agents/agent-name.ts";
import { builtInAgents } from "../agents/catalog.ts";
import { listCommandProblems } from "../agents/command-line.ts";
import { findFixedFlagReason } from "../agents/fixed-flags.ts";
import type { AgentAdapter } from "../core/agent.ts";
import type { AgentConfig } from "../core/agent/agent-config.ts";
import { errorMessage } from "../core/error.ts";
import { isFile } from "../core/files/path-kind.ts";
import { agentNameProblem, nameProblem } from "../core/names/names.ts";
import { findNearestName } from "../core/names/nearest.ts";
import type { PlannedAgent } from "../core/plan.ts";
import { loadModule } from "./module.ts";
import { sourceProblem } from "./skills/source.ts";
import { appendPath, createProblem, type Findings, type Location, type Problem } from "./validation/problem.ts";
import { formatQuotedList } from "./validation/suggest.ts";

/** An adapter module as named in a config. */
export interface AdapterSource {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly written: string;
  readonly place: Location;
}

interface KnownAdapter {
  readonly adapter: AgentAdapter;
  /** SHA-256 of the module; empty for a built-in adapter, which the version of AXIS covers. */
  readonly digest: string;
}

export type KnownAdapters = ReadonlyMap<string, KnownAdapter>;

/** Loads the modules and adds them to the built-in adapters by lower-case name; a module replaces a built-in one. */
export async function loadAdapters(
  sources: readonly AdapterSource[],
  findings: Findings,
  onNotice: (message: string) => void,
): Promise<KnownAdapters> {
  const known = new Map(Object.entries(builtInAgents).map(([name, adapter]) => [name, { adapter, digest: "" }]));
  const taken = new Map<string, AdapterSource>();
  for (const source of sources) {
    const name = source.name.toLowerCase();
    const first = taken.get(name);
    taken.set(name, first ?? source);
    if (first !== undefined) {
      const message = `The adapter ${JSON.stringify(first.name)} has the same name, ignoring case.`;
      findings.problems.push(createProblem(source.place, message, "Rename or remove one of them."));
    }
    const wrong = nameProblem(source.name);
    if (wrong !== null) findings.problems.push(createProblem(source.place, `The adapter name ${wrong}.`));
    if (known.get(name)?.digest === "") onNotice(`The adapter "${name}" of this project replaces the built-in one`);
    const loaded = await loadAdapter(source, findings);
    if (loaded) known.set(name, loaded);
  }
  return known;
}

async function loadAdapter(
  { file, written, place }: AdapterSource,
  findings: Findings,
): Promise<KnownAdapter | undefined> {
  if (!(await isFile(file))) {
    findings.problems.push(
      createProblem(place, `File ${JSON.stringify(written)} does not exist.`, "Write the path of a module."),
    );
    return undefined;
  }
  try {
    const namespace = await loadModule(file, { shown: written });
    const adapter = [namespace.default, namespace.adapter].find(isAdapter);
    if (adapter === undefined) {
      const message = `${JSON.stringify(written)} is not an adapter: ${describeMissingRun(namespace)}.`;
      findings.problems.push(createProblem(place, message, "Export an adapter: { name, run(task, io) { ... } }."));
      return undefined;
    }
    const faults = listShapeFaults(adapter, written);
    findings.problems.push(...faults.map(([message, fix]) => createProblem(place, message, fix)));
    return faults.length === 0 ? { adapter, digest: sha256(await readFile(file)) } : undefined;
  } catch (error) {
    findings.problems.push(createProblem(place, errorMessage(error)));
  }
  return undefined;
}

const keyNames = z.array(z.string().min(1)).optional();
const Keys = z.object({ required: keyNames, oneOf: keyNames, optional: keyNames }).optional();

function isAdapter(value: unknown): value is AgentAdapter {
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "function";
}

function describeMissingRun(namespace: Readonly<Record<string, unknown>>): string {
  const [name, value] =
    namespace["default"] === undefined
      ? ["export `adapter`", namespace["adapter"]]
      : ["default export", namespace["default"]];
  if (value === undefined) return "it has neither a default export nor an export `adapter`";
  if (typeof value !== "object" || value === null) return `its ${name} is not an object with a run function`;
  return `its ${name} has no run function`;
}

const optionalFunctions = ["missing", "ready", "missingForJob", "isolation", "skillsFolder"] as const;

/** What is wrong with a module that has a run function; modules in JavaScript may not respect the types. */
function listShapeFaults(adapter: AgentAdapter, written: string): [message: string, fix: string][] {
  const shown = `The adapter ${JSON.stringify(written)}`;
  const notFunctions = optionalFunctions.filter((key) => !["function", "undefined"].includes(typeof adapter[key]));
  return [
    ...(Keys.safeParse(adapter.keys).success
      ? []
      : [
          [
            "The keys of this adapter must be lists of variable names.",
            "Write: keys: { required: [...], oneOf: [...], optional: [...] }.",
          ] as [string, string],
        ]),
    ...notFunctions.map((key): [string, string] => [
      `${shown} has a ${key} that is not a function.`,
      `Make ${key} a function, or remove it.`,
    ]),
  ];
}

/** SHA-256 in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

type Entry = { readonly entry: AgentConfig; readonly place: Location };

/** Joins each entry with its adapter; an entry without one is a problem and is skipped. */
export function planAgents(entries: readonly Entry[], known: KnownAdapters, findings: Findings): PlannedAgent[] {
  const configs = entries.map(({ entry }) => ({ ...entry, agent: entry.agent.toLowerCase() }));
  const names = generateAgentNames(configs);
  return entries.flatMap(({ place }, index) => {
    const config = configs[index];
    const name = names[index];
    if (config === undefined || name === undefined) return [];
    const adapter = known.get(config.agent)?.adapter;
    if (adapter === undefined) {
      findings.problems.push(unknownAgent(config.agent, place, [...known.keys()]));
      return [];
    }
    findings.problems.push(...nameProblems(config, name, place), ...agentProblems(config, adapter, place));
    return [{ name, config, adapter }];
  });
}

function unknownAgent(agent: string, place: Location, known: readonly string[]): Problem {
  const meant = findNearestName(agent, known);
  if (meant !== undefined) {
    return createProblem(place, `Unknown agent ${JSON.stringify(agent)}. Did you mean ${JSON.stringify(meant)}?`);
  }
  return createProblem(
    place,
    `Unknown agent ${JSON.stringify(agent)}. Known agents: ${formatQuotedList(known)}.`,
    'Run your own program with the agent "command", or add an adapter module under adapters.',
  );
}

function nameProblems(config: AgentConfig, generated: string, place: Location): Problem[] {
  const wrong = config.name?.includes("|")
    ? "must not contain |, which separates the model"
    : agentNameProblem(generated);
  if (wrong === null) return [];
  const at = config.name === undefined ? place : appendPath(place, "name");
  return [createProblem(at, `The name ${JSON.stringify(generated)} ${wrong}.`, "Give the agent another name.")];
}

function flagProblems(agent: string, { flags = {} }: AgentConfig, place: Location): Problem[] {
  return Object.keys(flags).flatMap((flag) => {
    const reason = findFixedFlagReason(agent, flag);
    return reason === undefined
      ? []
      : [createProblem(appendPath(place, "flags", flag), `--${flag} cannot be set: ${reason}.`, "Remove it.")];
  });
}

/** What is wrong with an entry whose adapter is known. */
export function agentProblems(config: AgentConfig, adapter: AgentAdapter, place: Location): Problem[] {
  const problems = (config.skills ?? []).flatMap((source, index) =>
    sourceProblem(source, appendPath(place, "skills", index)),
  );
  if (config.model !== undefined && adapter.acceptsModel === false) {
    const message = `The agent ${JSON.stringify(config.agent)} does not accept a model.`;
    const suggestion = "Set the model in flags or in the agent's own configuration, and a label for reports in name.";
    problems.push(createProblem(appendPath(place, "model"), message, suggestion));
  }
  const builtIn = builtInAgents[config.agent] === adapter ? config.agent : null;
  if (builtIn !== null) problems.push(...flagProblems(builtIn, config, place));
  if (builtIn === "command")
    problems.push(...listCommandProblems(config).map((text) => createProblem(place, `${text}.`)));
  if (builtIn === "replay") problems.push(...replayProblems(config, place));
  if (builtIn !== null && builtIn !== "replay" && config.transcript !== undefined) {
    const message = `The agent ${JSON.stringify(builtIn)} does not play a transcript.`;
    problems.push(createProblem(appendPath(place, "transcript"), message, 'Use the agent "replay" instead.'));
  }
  return problems;
}

function replayProblems(config: AgentConfig, place: Location): Problem[] {
  const problems: Problem[] = [];
  if (config.transcript === undefined) {
    const message = "The replay agent needs a stored transcript or detail file.";
    problems.push(createProblem(appendPath(place, "transcript"), message));
  }
  if (config.command !== undefined) {
    const message = "The replay agent does not run a command.";
    problems.push(createProblem(appendPath(place, "command"), message, 'Use the agent "command" instead.'));
  }
  return problems;
}
