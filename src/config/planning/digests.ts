/** Digests of a plan's parts, which show whether a stored plan still matches. */
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import { formula } from "../../core/score/axis-result.ts";
import { canonicalJson } from "../../core/json.ts";
import type { Job, PlanDigests } from "../../core/plan.ts";
import { axisVersion } from "../../core/version.ts";
import { sha256 } from "./adapters.ts";

export interface DigestParts {
  /** All settings that change a result: weights, judges, metrics, variable names, hooks. */
  readonly settings: unknown;
  readonly scenarios: readonly Pick<Job, "scenario" | "skills" | "metricMarks">[];
  readonly agents: readonly { readonly name: string; readonly config: AgentConfig; readonly adapter: string }[];
}

/** Computes the digests. Paths and folders are excluded: a project that was moved is still the same. */
export function planDigests({ settings, scenarios, agents }: DigestParts): PlanDigests {
  return {
    axis: digest({ axisVersion, formula }),
    settings: digest(settings),
    scenarios: Object.fromEntries(scenarios.map((job) => [job.scenario.key, scenarioDigest(job)])),
    agents: Object.fromEntries(agents.map(({ name, config, adapter }) => [name, agentDigest(config, adapter)])),
  };
}

function scenarioDigest({ scenario, skills, metricMarks }: DigestParts["scenarios"][number]): string {
  const { place: _place, baseDir, filesDir: _filesDir, agents: _agents, mcpServers, ...rest } = scenario;
  const servers = Object.fromEntries(
    Object.entries(mcpServers).map(([name, server]) => {
      const inside = server.type === "stdio" && server.command.startsWith(baseDir);
      return [name, inside ? { ...server, command: server.command.slice(baseDir.length) } : server];
    }),
  );
  const pinned = skills.map(({ source, commit }) => ({ source, commit }));
  return digest({
    ...rest,
    mcpServers: servers,
    skills: pinned,
    ...(metricMarks?.own.length && { metricMarks: metricMarks.own }),
  });
}

function agentDigest(config: AgentConfig, adapter: string): string {
  const { scenarios: _scenarios, skills: _skills, ...rest } = config;
  return digest({ ...rest, adapter });
}

function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}
