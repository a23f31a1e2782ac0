/** Turns a project and the flags of a command into a frozen plan: scenarios × agents × trials, decided once. */
import type { Plan } from "../core/plan.ts";
import { formatConfigFlag } from "./load-config.ts";
import { type InspectedProject, listPlanProblems } from "./list-plan-problems.ts";
import { loadProject } from "./load-project.ts";
import type { PlanDeps } from "./plan-deps.ts";
import { buildPlan, planCells, planJobs } from "./plan-jobs.ts";
import { addJudgeSamples, type JudgePlan } from "./plan-judges.ts";
import { checkRequest, type PlanRequest } from "./planning/plan-request.ts";
import { requireScenarios, selectPairs } from "./planning/selection.ts";
import { SkillResolver } from "./planning/skill-resolver.ts";
import { throwProblems } from "./validation/problem.ts";

/** Loads, validates and plans. All mistakes in all files are thrown as one error, before anything starts. */
export async function loadPlan(request: PlanRequest, deps: PlanDeps = createSilentDeps()): Promise<Plan> {
  checkRequest(request);
  const inspected = await listPlanProblems(await loadProject(request, deps), request, deps);
  const { project, candidates, leftOut } = inspected;
  const { findings } = project;
  const flag = formatConfigFlag(project.configFile, request.folder);
  throwProblems(inspected.problems, flag);
  const judges = addJudgeSamples(requireJudges(inspected), request.judgeSamples);
  // Warn before the selection: what was left out may be why nothing can be selected.
  const early = findings.warnings.length;
  for (const warning of findings.warnings) deps.onWarning(warning);
  requireScenarios(project);
  const selection = selectPairs(candidates, project.agents, request);
  const cells = planCells(selection, request, { project, deps });
  const shelf = new SkillResolver(project, {
    ...deps,
    configDir: project.configDir,
    refresh: request.refreshSkills ?? false,
  });
  const jobs = await planJobs(cells, selection, { judges, shelf, project, env: deps.env, request });
  throwProblems(findings.problems, flag);
  for (const warning of findings.warnings.slice(early)) deps.onWarning(warning);
  return buildPlan({ project, request, judges, jobs, skipped: selection.skipped, leftOut });
}

/** Judges are missing only offline, where nothing is planned, or with a problem, which was thrown. */
function requireJudges({ judges }: InspectedProject): JudgePlan {
  if (judges === undefined) throw new Error("the judges could not be opened, and no problem says why");
  return judges;
}

/** For programs that only want the plan, which contains the warnings anyway. */
function createSilentDeps(): PlanDeps {
  return { env: process.env, onNotice: () => {}, onWarning: () => {} };
}
