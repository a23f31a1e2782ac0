/** Builds the task that an agent's adapter receives. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import { expandMcpServers } from "../../core/scenario/expand.ts";
import type { Job } from "../../core/plan.ts";
import type { RunDeps } from "../run-job.ts";
import type { Site } from "../site.ts";

export function buildAgentTask(job: Job, world: Pick<RunDeps, "operator" | "plan" | "ready"> & { site: Site }): AgentTask {
  const { config } = job.agent;
  const { site } = world;
  return {
    prompt: job.scenario.prompt,
    flags: config.flags ?? {},
    scenarioKey: job.scenario.key,
    trial: job.cell.trial,
    configDir: world.plan.configDir,
    mcpServers: expandMcpServers(job.scenario.mcpServers, world.operator),
    skills: job.skills.map(({ name }) => ({ name, path: join(site.skillsFolder, name) })),
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.command === undefined ? {} : { command: config.command }),
    ...(world.ready?.program === undefined ? {} : { program: world.ready.program }),
    ...(config.transcript === undefined ? {} : { transcript: config.transcript }),
    ...(world.plan.rehearsal === undefined ? {} : { endpoint: world.plan.rehearsal.endpoint }),
  };
}
