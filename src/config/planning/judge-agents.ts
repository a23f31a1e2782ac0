/** Rules for judge specs that name an agent; they need the list of adapters. */
import { builtInAgents } from "../../agents/catalog.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import type { JudgeSpec } from "../../core/config/config.ts";
import { nearest } from "../../core/names/nearest.ts";
import { sortSpec } from "../judge-spec.ts";
import { below, type Place, problemAt, type Problem } from "../validation/problem.ts";
import { quotedList } from "../validation/suggest.ts";
import type { KnownAdapters } from "./adapters.ts";
import { agentProblems } from "./agents.ts";

/** Every problem of the agents in these specs. */
export function judgeAgentProblems(
  specs: readonly { readonly spec: JudgeSpec; readonly at: Place }[],
  adapters: KnownAdapters,
): Problem[] {
  return specs.flatMap(({ spec, at }) => {
    const sorted = sortSpec(spec);
    return sorted.kind === "agent" ? problemsOf(sorted.config, at, adapters) : [];
  });
}

function problemsOf(config: AgentConfig, at: Place, adapters: KnownAdapters): Problem[] {
  const adapter = adapters.get(config.agent)?.adapter;
  if (adapter === undefined) return [unknownJudge(config.agent, at, [...adapters.keys()])];
  if (builtInAgents["replay"] === adapter)
    return [problemAt(at, "The replay agent only plays back a recording, so it cannot judge.")];
  const useless = (["skills", "scenarios"] as const).filter((key) => config[key] !== undefined);
  return [
    ...agentProblems(config, adapter, at),
    ...useless.map((key) => problemAt(below(at, key), `A judge cannot have ${key}.`, `Remove ${key}.`)),
  ];
}

function unknownJudge(written: string, at: Place, agents: readonly string[]): Problem {
  const names = ["rules", ...agents.filter((name) => name !== "replay")];
  const meant = nearest(written, names);
  const message = `There is no judge ${JSON.stringify(written)}.`;
  if (meant !== undefined) return problemAt(at, `${message} Did you mean ${JSON.stringify(meant)}?`);
  return problemAt(
    at,
    `${message} Known judges: ${quotedList(names)}.`,
    "Write a model as provider/model, and your own module as ./judges/mine.ts.",
  );
}
