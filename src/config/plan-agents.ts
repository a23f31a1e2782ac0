/** The agents under test: entries of `agents` joined with their adapters, each with its own name. */
import { generateAgentNames } from "../agents/agent-name.ts";
import { listCommandProblems } from "../agents/command-line.ts";
import { findFixedFlagReason } from "../agents/fixed-flags.ts";
import { builtInAgents } from "../agents/catalog.ts";
import type { AgentConfig } from "../core/agent/agent-config.ts";
import type { AgentAdapter } from "../core/agent.ts";
import { agentNameProblem } from "../core/names/names.ts";
import type { PlannedAgent } from "../core/plan.ts";
import { appendPath, type Findings, type Location, createProblem, type Problem } from "./validation/problem.ts";
import { sourceProblem } from "./skills/source.ts";
import { findNearestName } from "../core/names/nearest.ts";
import { formatQuotedList } from "./validation/suggest.ts";
import type { KnownAdapters } from "./planning/adapters.ts";

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
    return createProblem(place, `There is no agent ${JSON.stringify(agent)}. Did you mean ${JSON.stringify(meant)}?`);
  }
  return createProblem(
    place,
    `There is no agent ${JSON.stringify(agent)}. Known agents: ${formatQuotedList(known)}.`,
    'Run your own program with the agent "command", or add an adapter module under adapters.',
  );
}

function nameProblems(config: AgentConfig, generated: string, place: Location): Problem[] {
  const wrong = config.name?.includes("|") ? "must not contain |, which separates the model" : agentNameProblem(generated);
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
  if (builtIn === "command") problems.push(...listCommandProblems(config).map((text) => createProblem(place, `${text}.`)));
  if (builtIn === "replay" && config.transcript === undefined) {
    problems.push(createProblem(appendPath(place, "transcript"), "The replay agent needs a stored transcript or detail file."));
  }
  if (builtIn === "replay" && config.command !== undefined) {
    problems.push(
      createProblem(appendPath(place, "command"), "The replay agent does not run a command.", 'Use the agent "command" instead.'),
    );
  }
  if (builtIn !== null && builtIn !== "replay" && config.transcript !== undefined) {
    const message = `The agent ${JSON.stringify(builtIn)} does not play a transcript.`;
    problems.push(createProblem(appendPath(place, "transcript"), message, 'Use the agent "replay" instead.'));
  }
  return problems;
}
