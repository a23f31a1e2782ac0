/** Rules for judge specs that name an agent; they need the list of adapters. */
import { builtInAgents } from "../../agents/catalog.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import type { JudgeSpec } from "../../core/config/config.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { classifySpec } from "../judge-spec.ts";
import { appendPath, type Location, createProblem, type Problem } from "../validation/problem.ts";
import { formatQuotedList } from "../validation/suggest.ts";
import type { KnownAdapters } from "./adapters.ts";
import { agentProblems } from "../plan-agents.ts";

/** Every problem of the agents in these specs. */
export function judgeAgentProblems(
  specs: readonly { readonly spec: JudgeSpec; readonly at: Location }[],
  adapters: KnownAdapters,
): Problem[] {
  return specs.flatMap(({ spec, at }) => {
    const sorted = classifySpec(spec);
    return sorted.kind === "agent" ? findAgentProblems(sorted.config, at, adapters) : [];
  });
}

function findAgentProblems(config: AgentConfig, at: Location, adapters: KnownAdapters): Problem[] {
  const adapter = adapters.get(config.agent)?.adapter;
  if (adapter === undefined) return [unknownJudge(config.agent, at, [...adapters.keys()])];
  if (builtInAgents["replay"] === adapter)
    return [createProblem(at, "The replay agent only plays back a recording, so it cannot judge.")];
  const useless = (["skills", "scenarios"] as const).filter((key) => config[key] !== undefined);
  return [
    ...agentProblems(config, adapter, at),
    ...useless.map((key) => createProblem(appendPath(at, key), `A judge cannot have ${key}.`, `Remove ${key}.`)),
  ];
}

function unknownJudge(written: string, at: Location, agents: readonly string[]): Problem {
  const names = ["rules", ...agents.filter((name) => name !== "replay")];
  const meant = findNearestName(written, names);
  const message = `There is no judge ${JSON.stringify(written)}.`;
  if (meant !== undefined) return createProblem(at, `${message} Did you mean ${JSON.stringify(meant)}?`);
  return createProblem(
    at,
    `${message} Known judges: ${formatQuotedList(names)}.`,
    "Write a model as provider/model, and your own module as ./judges/mine.ts.",
  );
}
