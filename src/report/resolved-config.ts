/** How a run was set up, as reports show it: names of variables and references, never values. */
import { shownMcpServers } from "../core/expand.ts";
import type { Job } from "../core/plan.ts";
import type { ResolvedConfig } from "../core/report.ts";

export function shownConfig(job: Job, environment: readonly string[]): ResolvedConfig {
  const { scenario } = job;
  return {
    limits: scenario.limits,
    skills: [...scenario.skills],
    mcpServers: shownMcpServers(scenario.mcpServers),
    setup: [...scenario.setup],
    teardown: [...scenario.teardown],
    artifacts: [...scenario.artifacts],
    sandbox: { kind: "none" },
    environment: [...environment],
  };
}
