/** The setup of a run as reports show it: names of variables and references, never values. */
import { redactMcpServers } from "../core/scenario/expand.ts";
import { isInside } from "../core/paths/inside.ts";
import type { McpServers } from "../core/scenario/mcp-server.ts";
import type { Job } from "../core/plan.ts";
import type { ResolvedConfig } from "../core/report/resolved-config.ts";
import type { Run } from "../core/run.ts";

export function toResolvedConfig(job: Job, run: Pick<Run, "environment" | "fetched" | "login">): ResolvedConfig {
  const { scenario } = job;
  return {
    limits: scenario.limits,
    skills: [...new Set(job.skills.map(({ source }) => source))],
    mcpServers: toRelativeCommands(redactMcpServers(scenario.mcpServers), scenario.baseDir),
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

/** Commands inside the project are shown relative to it, so that the report does not reveal where it is stored. */
function toRelativeCommands(servers: McpServers, baseDir: string): McpServers {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const isOwn = server.type === "stdio" && server.command !== baseDir && isInside(baseDir, server.command);
      if (!isOwn || !server.command.startsWith(baseDir)) return [name, server];
      return [name, { ...server, command: `.${server.command.slice(baseDir.length).replaceAll("\\", "/")}` }];
    }),
  );
}
