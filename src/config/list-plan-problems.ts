/** Lists everything that is wrong before an agent starts. `axis run`, `axis run --dry-run` and `axis doctor` all ask here. */
import { basename } from "node:path";
import { AxisError } from "../core/error.ts";
import type { AgentConfig } from "../core/agent/agent-config.ts";
import type { Judge } from "../core/judge.ts";
import type { Project } from "./load-project.ts";
import type { PlanDeps } from "./plan-deps.ts";
import { type JudgePlan, planJudges } from "./plan-judges.ts";
import { dismissUnselectedFiles, leaveOutBrokenFiles } from "./planning/broken-files.ts";
import { listCopyProblems } from "./planning/copy-problems.ts";
import { listJudgeProblems, locateJudges } from "./planning/judge-problems.ts";
import { checkMentions } from "./planning/mentions.ts";
import { JudgeModules } from "./planning/open-judge.ts";
import type { PlanRequest } from "./planning/plan-request.ts";
import { resolveAgentSandbox } from "./planning/sandbox-layers.ts";
import { listSandboxProblems } from "./planning/sandbox-problems.ts";
import { type Candidate, type CandidatePair, listCandidates, listPairs } from "./planning/selection.ts";
import { createProblem, type Problem } from "./validation/problem.ts";

/** A project that was looked at as a whole. */
export interface InspectedProject {
  /** Nothing may run while there are any. */
  readonly problems: readonly Problem[];
  /** The project without the files that were left out. */
  readonly project: Project;
  readonly candidates: readonly Candidate[];
  /** Undefined if a judge could not be opened, which is one of the problems. */
  readonly judges: JudgePlan | undefined;
  /** The judges that the selected runs ask, each once; a panel counts as its members. */
  readonly askedJudges: readonly Judge[];
  /** Broken scenario files that --skip-broken left out. */
  readonly leftOut: readonly string[];
}

/** Collects the problems of all files, judges and fixtures that the request selects; starts and fetches nothing. */
export async function listPlanProblems(
  loaded: Project,
  request: PlanRequest,
  deps: PlanDeps,
): Promise<InspectedProject> {
  const { project, leftOut } = leaveOutBrokenFiles(loaded, request);
  const { findings } = project;
  const candidates = await listCandidates(project);
  checkMentions(candidates, project.agents, findings);
  const judges = await openJudges(project, request, deps);
  const pairs = listSelectedPairs(candidates, project, request);
  const askedJudges = judges === undefined || request.noScore ? [] : listAskedJudges(pairs, judges);
  findings.problems.push(...(await listCopyProblems(pairs, project)));
  findings.problems.push(...(await listSandboxProblems(pairs, project, request)));
  if (judges !== undefined)
    findings.problems.push(
      ...(await listJudgeProblems({ pairs, judges, askedJudges }, request, { project, env: deps.env })),
    );
  dismissUnselectedFiles(findings, request);
  return { problems: findings.problems, project, candidates, judges, askedJudges, leftOut };
}

/** The pairs that would run, as far as they are known while there may be problems. */
function listSelectedPairs(candidates: readonly Candidate[], { agents }: Project, request: PlanRequest) {
  const { cells } = request;
  const pairs = listPairs(candidates, agents, request);
  if (cells === undefined) return pairs;
  return pairs.filter(({ candidate, agent }) =>
    cells.some((cell) => cell.scenario === candidate.scenario.key && cell.agent === agent.name),
  );
}

function listAskedJudges(pairs: readonly CandidatePair[], judges: JudgePlan): Judge[] {
  const agents = new Set(pairs.map(({ agent }) => agent));
  const asked = [...agents].flatMap(({ config }) => Object.values(judges.judgesFor(config)));
  return [...new Set(asked.flatMap((judge) => judge.members ?? [judge]))];
}

/** Opens the judges once; what keeps one from opening is a problem like any other. */
async function openJudges(project: Project, request: PlanRequest, deps: PlanDeps): Promise<JudgePlan | undefined> {
  const { findings, config, configDir, absent } = project;
  const modules = new JudgeModules();
  if (request.judge === undefined) {
    findings.problems.push(...(await modules.findProblems(project.judges, configDir)));
    if (findings.problems.some((problem) => isJudgingProblem(problem, project))) return undefined;
  }
  try {
    return await planJudges(config.judging, request, { ...toJudgeDeps(project, request, deps), modules });
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    // A judge may be an adapter of a library that was not fetched.
    if (absent.length === 0)
      findings.problems.push({
        ...createProblem(locateJudges(project, request), error.message, error.hint),
        error,
      });
    return undefined;
  }
}

function isJudgingProblem({ file, path }: Problem, { configFile }: Project): boolean {
  return file === basename(configFile) && /^judging\b/.test(path);
}

function toJudgeDeps(project: Project, request: PlanRequest, deps: PlanDeps) {
  const { configDir, adapters, env, config } = project;
  const { cache = true, install = true, rehearsal } = request;
  const onWarning = (message: string) => deps.onWarning(message);
  const prices = config.settings?.prices;
  return {
    configDir,
    adapters,
    env: deps.env,
    names: env.judge,
    install,
    cache,
    onWarning,
    rehearsal,
    prices,
    sandboxFor: (judge: AgentConfig) => resolveAgentSandbox(judge, project, request),
  };
}
