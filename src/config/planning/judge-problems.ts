/** Finds checks that no judge can decide, and judges that lack a key or a program. */
import { basename } from "node:path";
import { formatCount } from "../../core/format-count.ts";
import type { Judge } from "../../core/judge.ts";
import { pickDefined } from "../../runner/agents/readiness.ts";
import { missingForJudge } from "../../runner/preflight.ts";
import type { Project } from "../load-project.ts";
import type { JudgePlan } from "../plan-judges.ts";
import { createProblem, type Location, type Problem } from "../validation/problem.ts";
import { formatQuotedList } from "../validation/suggest.ts";
import type { PlanRequest } from "./plan-request.ts";
import type { Candidate, CandidatePair } from "./selection.ts";

interface JudgedPairs {
  readonly pairs: readonly CandidatePair[];
  readonly judges: JudgePlan;
  readonly askedJudges: readonly Judge[];
}

/** None without scoring, and no undecided checks in a rehearsal, which spends nothing and measures no agent. */
export async function listJudgeProblems(
  { pairs, judges, askedJudges }: JudgedPairs,
  request: PlanRequest,
  { project, env }: { readonly project: Project; readonly env: NodeJS.ProcessEnv },
): Promise<Problem[]> {
  if (request.noScore) return [];
  const isGoalScored = project.config.settings?.scoring_weights?.goal_achievement !== 0;
  const needsDecisions = isGoalScored && request.rehearsal === undefined;
  return [
    ...(needsDecisions ? listUndecidedChecks(pairs, judges) : []),
    ...(request.judgesHere
      ? await listMissingForJudges(askedJudges, locateJudges(project, request), { project, env })
      : []),
  ];
}

/** Where the judges are named: by the flag or in the config. */
export function locateJudges({ configFile, config }: Project, { judge }: PlanRequest): Location {
  if (judge !== undefined) return { file: "--judge", path: [] };
  return { file: basename(configFile), path: [config.judging === undefined ? "agents" : "judging"] };
}

/** One problem per scenario, so that a long rubric does not hide the others. */
function listUndecidedChecks(pairs: readonly CandidatePair[], judges: JudgePlan): Problem[] {
  const candidates = [...new Set(pairs.map(({ candidate }) => candidate))];
  return candidates.flatMap((candidate) => {
    const own = pairs.filter((pair) => pair.candidate === candidate);
    const undecided = candidate.scenario.checks.filter(({ verify }) => verify === undefined);
    if (undecided.length === 0) return [];
    const agents = own
      .filter(({ agent }) => !canDecide(judges.judgesFor(agent.config).goal))
      .map(({ agent }) => agent.name);
    if (agents.length === 0) return [];
    const only = agents.length === own.length ? "" : ` of runs with ${formatQuotedList(agents)}`;
    const message = `No judge can decide ${describeChecks(
      candidate,
      undecided.map(({ check }) => check),
    )}${only}.`;
    return [createProblem(candidate.locate("judge"), message, undecidedHint)];
  });
}

const undecidedHint =
  'Add "verify" to each such check, name a judge in judging.agents or with --judge, or run with --no-score.';

function describeChecks({ scenario }: Candidate, undecided: readonly string[]): string {
  const [first = ""] = undecided;
  const example = JSON.stringify(first.length > 60 ? `${first.slice(0, 60)}...` : first);
  if (undecided.length === 1) return `the check ${example}`;
  return `${undecided.length} of ${formatCount(scenario.checks.length, "check")}, such as ${example}`;
}

/** The rules judge reads steps, not claims; a panel can decide if one of its members can. */
function canDecide(judge: Judge): boolean {
  return (judge.members ?? [judge]).some(({ kind }) => kind !== "rules");
}

/** A script of beforeAll may install an agent, so a judging agent is checked after it; keys are checked now. */
async function listMissingForJudges(
  judges: readonly Judge[],
  place: Location,
  { project, env }: { readonly project: Project; readonly env: NodeJS.ProcessEnv },
): Promise<Problem[]> {
  const mayCome = (project.config.beforeAll ?? []).length > 0;
  const certain = judges.filter(({ kind }) => !(mayCome && kind === "agent"));
  const known = pickDefined(env);
  const missing = await Promise.all(certain.map((judge) => missingForJudge(judge, known)));
  // An agent that judges its own runs lacks the same as an agent, so it is reported as one.
  const own = project.agents.map(({ name }) => `judge ${name}: `);
  return missing.flat().map((sentence) => {
    const isOwn = own.some((start) => sentence.startsWith(start));
    return createProblem(
      place,
      `${isOwn ? sentence.replace("judge ", "") : sentence}.`,
      isOwn ? undefined : missingHint,
    );
  });
}

const missingHint = "Fix it, choose another judge with --judge, or run with --no-score.";
