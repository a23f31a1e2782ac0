/** Turns a project and the flags of a command into a frozen plan: scenarios × agents × trials, decided once. */
import type { Plan } from "../core/plan.ts";
import { configFlag } from "./load.ts";
import { candidatesOf } from "./planning/candidates.ts";
import { cellsOf } from "./planning/cells.ts";
import { frozenPlan } from "./planning/frozen-plan.ts";
import { planJobs } from "./planning/jobs.ts";
import { withDraws } from "./planning/judge-draws.ts";
import { JudgeModules } from "./planning/judge-modules.ts";
import { planJudges } from "./planning/judges.ts";
import { agentMentions } from "./planning/mentions.ts";
import { checkRequest, type PlanRequest } from "./planning/plan-request.ts";
import { requireScenarios, selectPairs } from "./planning/selection.ts";
import { SkillShelf } from "./planning/skill-shelf.ts";
import { type Problem, throwProblems } from "./validation/problem.ts";
import { type LoadWorld, loadProject, type Project } from "./project.ts";

export interface PlanWorld extends LoadWorld {
  /** Replaces https://github.com for skills, as in tests. */
  readonly githubBase?: string;
}

/** Loads, validates and plans. All mistakes in all files are thrown as one error, before anything starts. */
export async function loadPlan(request: PlanRequest, world: PlanWorld = quietWorld()): Promise<Plan> {
  checkRequest(request);
  const project = await loadProject(request, world);
  const { findings } = project;
  const flag = configFlag(project.configFile, request.folder);
  const candidates = await candidatesOf(project);
  agentMentions(candidates, project.agents, findings);
  const modules = new JudgeModules();
  findings.problems.push(...(await judgeModuleProblems(project, request, modules)));
  throwProblems(findings.problems, flag);
  const planned = await planJudges(project.config.judging, request, {
    ...judgeWorld(project, request, world),
    modules,
  });
  const judges = withDraws(planned, request.judgeSamples);
  // Warn before the selection: what was left out may be why nothing can be selected.
  const early = findings.warnings.length;
  for (const warning of findings.warnings) world.onWarning(warning);
  requireScenarios(project);
  const selection = selectPairs(candidates, project.agents, request);
  const cells = cellsOf(selection, request, { project, world });
  const shelf = new SkillShelf(project, {
    ...world,
    configDir: project.configDir,
    refresh: request.refreshSkills ?? false,
  });
  const isRehearsal = request.rehearsal !== undefined;
  const jobs = await planJobs(cells, selection, { judges, shelf, project, env: world.env, isRehearsal });
  throwProblems(findings.problems, flag);
  for (const warning of findings.warnings.slice(early)) world.onWarning(warning);
  return frozenPlan({ project, request, judges, jobs, skipped: selection.skipped });
}

/** Problems of the judge modules: those of the config, or that of the flag, which alone is better reported by planning. */
async function judgeModuleProblems(
  { judges, configDir, findings }: Project,
  { judge, folder }: PlanRequest,
  modules: JudgeModules,
): Promise<Problem[]> {
  if (judge === undefined) return modules.problems(judges, configDir);
  if (findings.problems.length === 0) return [];
  return modules.problems([{ spec: judge, at: { file: "--judge", path: [] } }], folder);
}

function judgeWorld({ configDir, adapters, env, config }: Project, request: PlanRequest, world: PlanWorld) {
  const { cache = true, install = true, rehearsal } = request;
  const onWarning = (message: string) => world.onWarning(message);
  const prices = config.settings?.prices;
  const further = { ...(rehearsal && { rehearsal }), ...(prices && { prices }) };
  return { configDir, adapters, env: world.env, names: env.judge, install, cache, onWarning, ...further };
}

/** For programs that only want the plan, which contains the warnings anyway. */
function quietWorld(): PlanWorld {
  return { env: process.env, onNotice: () => {}, onWarning: () => {} };
}
