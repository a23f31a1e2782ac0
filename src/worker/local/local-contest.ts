/** Competitions in the project on this machine that are requested over HTTP: what they start from, and who takes part. */
import { AxisError } from "../../core/error.ts";
import { omitUndefined } from "../../core/json.ts";
import { matchesName } from "../../core/paths/glob.ts";
import type { Plan } from "../../core/plan.ts";
import type { ContestSubmission, ContestSubmissionResult } from "../../core/run/submission.ts";
import { CompetitionFolder, type CompetitionWishes } from "../../evaluate/compete/competition-record.ts";
import { type Contest, describeContest, planLooks } from "../../evaluate/compete/contest.ts";
import { findJudge, requireReady } from "../../evaluate/compete/judge-work.ts";
import { UserRepository } from "../../runner/workspace/user-repository.ts";
import { listServedAgents } from "../../store/sql/workers.ts";
import { toRunEnvironment } from "../worker-deps.ts";
import type { LocalDeps } from "./local-deps.ts";
import { type LocalPlanRequest, selectJobs } from "./local-project.ts";

interface PlannedContest {
  readonly status: "planned";
  readonly plan: Plan;
  readonly contest: Contest;
}

/** Plans the competition without starting anything. */
export async function planContest(
  asked: ContestSubmission,
  deps: LocalDeps,
): Promise<PlannedContest | Exclude<ContestSubmissionResult, { status: "started" }>> {
  try {
    return await tryToPlan(asked, deps);
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    return { status: "competition-refused", why: error.message };
  }
}

async function tryToPlan(
  asked: ContestSubmission,
  deps: LocalDeps,
): Promise<PlannedContest | Exclude<ContestSubmissionResult, { status: "started" }>> {
  const looks = planLooks(asked);
  const wishes = toWishes(asked, looks);
  const repository = await openRepository(deps);
  const commit = await repository.resolveCommit(asked.base);
  const isDirty = (await repository.listChanges()).length > 0;
  if (isDirty && !asked.allowDirty)
    throw new AxisError(
      "flag-invalid",
      "The server's project has uncommitted changes, which the entrants would not get",
    );
  const whole = await deps.project.plan(toPlanRequest(wishes));
  if (whole === undefined) return { status: "project-invalid" };
  const plan = selectEntrants(whole, asked);
  if (typeof plan === "string") return { status: plan };
  const served = await listServedAgents(deps.database);
  if (plan.jobs.some(({ agent }) => !served.has(agent.name))) return { status: "agent-not-served" };
  const { rank, concurrency = deps.slots } = asked;
  const request = { rank, concurrency, isDirty, wishes, requiresProof: false, base: { commit, ref: asked.base } };
  if (rank === "judge") await requireJudge(plan, deps);
  const record = describeContest(plan, { ...request, now: deps.now(), ...(looks && { looks }) });
  const folder = new CompetitionFolder(deps.project.files.configDir, record.id);
  return { status: "planned", plan, contest: { repository, folder, record } };
}

/** A judge that lacks its key here is refused before anything starts. */
async function requireJudge(plan: Plan, { env }: LocalDeps): Promise<void> {
  const agents = [...new Set(plan.jobs.map(({ cell }) => cell.agent))];
  const judge = findJudge(plan, { rank: "judge", agents });
  if (judge !== undefined) await requireReady(judge, toRunEnvironment(env));
}

/** What resuming asks for again, as the command keeps it. */
function toWishes(asked: ContestSubmission, looks: readonly number[] | undefined): CompetitionWishes {
  const { scenarios, agents, until, judge, concurrency, budgetUsd, budgetTokens, deadlineMinutes, allowUnknownCost } =
    asked;
  return {
    scenario: [...scenarios],
    ...omitUndefined({
      agent: agents && [...agents],
      trials: looks?.at(-1) ?? asked.trials,
      until,
      judge,
      concurrency,
      budgetUsd,
      budgetTokens,
      deadline: deadlineMinutes,
      allowUnknownCost: allowUnknownCost ? (true as const) : undefined,
    }),
  };
}

function toPlanRequest(wishes: CompetitionWishes): LocalPlanRequest {
  const { trials, until, judge, budgetUsd, budgetTokens, deadline, allowUnknownCost } = wishes;
  const budget = omitUndefined({ cost_usd: budgetUsd, tokens: budgetTokens, time_minutes: deadline });
  return omitUndefined({ trials, until, judge, budget, allowUnknownCost });
}

function selectEntrants(
  whole: Plan,
  { scenarios, agents }: ContestSubmission,
): Plan | "unknown-scenario" | "unknown-agent" {
  const isIn = (patterns: readonly string[], mark: "@" | "|") => (name: string) =>
    patterns.some((pattern) => matchesName(pattern, name, mark));
  const keys = whole.jobs.map(({ cell }) => cell.scenario);
  if (scenarios.some((pattern) => !keys.some(isIn([pattern], "@")))) return "unknown-scenario";
  const plan = selectJobs(whole, ({ cell }) => isIn(scenarios, "@")(cell.scenario));
  if (agents === undefined) return plan;
  const names = plan.jobs.map(({ cell }) => cell.agent);
  if (agents.some((pattern) => !names.some(isIn([pattern], "|")))) return "unknown-agent";
  return selectJobs(plan, ({ cell }) => isIn(agents, "|")(cell.agent));
}

async function openRepository({ project, env }: LocalDeps): Promise<UserRepository> {
  return await UserRepository.open(project.files.configDir, toRunEnvironment(env)).catch(() => {
    // The message of git names folders of this machine.
    throw new AxisError("git-failed", "The server's project is not in a git repository");
  });
}

/** A competition that an earlier process began, and what it asked for. */
export async function reopenContest(
  id: string,
  deps: LocalDeps,
): Promise<{ readonly contest: Contest; readonly limits: LocalPlanRequest }> {
  const folder = new CompetitionFolder(deps.project.files.configDir, id);
  const record = await folder.read();
  const { trials: _, ...limits } = toPlanRequest(record.wishes);
  return { contest: { repository: await openRepository(deps), folder, record }, limits };
}
