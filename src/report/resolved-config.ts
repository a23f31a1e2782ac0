/** How a run was set up, as reports show it: names of variables and references, never values. */
import { shownMcpServers } from "../core/scenario/expand.ts";
import type { Job } from "../core/plan.ts";
import type { ResolvedConfig } from "../core/report/resolved-config.ts";
import type { Run } from "../core/run.ts";

export function shownConfig(job: Job, run: Pick<Run, "environment" | "fetched" | "login">): ResolvedConfig {
  const { scenario } = job;
  return {
    limits: scenario.limits,
    skills: [...scenario.skills],
    mcpServers: shownMcpServers(scenario.mcpServers),
    setup: [...scenario.setup],
    teardown: [...scenario.teardown],
    artifacts: [...scenario.artifacts],
    sandbox: { kind: "none", ...scenario.sandbox },
    ...(scenario.gates === undefined ? {} : { gates: scenario.gates.map(({ name }) => name) }),
    ...(scenario.protectedPaths === undefined ? {} : { protectedPaths: [...scenario.protectedPaths] }),
    environment: [...run.environment],
    ...(run.fetched === undefined ? {} : { fetched: run.fetched }),
    ...(run.login === undefined ? {} : { login: run.login }),
  };
}
