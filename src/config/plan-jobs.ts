/** Creates a job for each cell: its scenario and agent, with their skills, judges and metrics. */
import { type Cell, pairId } from "../core/cell.ts";
import type { Job } from "../core/plan.ts";
import type { Project } from "./load-project.ts";
import type { JudgePlan } from "./plan-judges.ts";
import { planMetrics } from "./planning/metrics.ts";
import type { Selection } from "./planning/selection.ts";
import type { SkillResolver } from "./planning/skill-resolver.ts";

/** What jobs are built from. */
export interface JobPlanDeps {
  readonly judges: JudgePlan;
  readonly shelf: SkillResolver;
  readonly project: Project;
  /** The operator's environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly isRehearsal: boolean;
}

/** One after the other, so that skills fetched for one job are found by the next. */
export async function planJobs(
  cells: readonly Cell[],
  selection: Selection,
  { judges, shelf, project, env, isRehearsal }: JobPlanDeps,
): Promise<Job[]> {
  const pairs = new Map(
    selection.pairs.map((pair) => [pairId({ scenario: pair.scenario.key, agent: pair.agent.name }), pair]),
  );
  const measured = await planMetrics(
    project,
    [...pairs.values()].map(({ scenario }) => scenario),
    { env, model: judges.model, isRehearsal, findings: project.findings },
  );
  const jobs: Job[] = [];
  for (const cell of cells) {
    const pair = pairs.get(pairId(cell));
    if (pair === undefined) continue;
    const skills = await shelf.skillsFor(pair, project.findings);
    jobs.push({
      cell,
      ...pair,
      skills,
      judges: judges.judgesFor(pair.agent.config),
      ...measured.get(pair.scenario.key),
    });
  }
  return jobs;
}
