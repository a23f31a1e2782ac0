/** The AXIS Result of one run: judge answers and durations in, one document out. The same inputs give the same bytes. */
import { type AxisResult, formula } from "../../core/score/axis-result.ts";
import { type Category, categories, type DimensionId } from "../../core/score/category.ts";
import type { Check } from "../../core/scenario/check.ts";
import type { Evidence } from "../../core/evidence.ts";
import { canonicalize } from "../../core/json.ts";
import type { Judge, JudgeUsed, WorkspaceSnapshot } from "../../core/judge.ts";
import type { Pattern, QuestionId } from "../../core/question.ts";
import { failed, notApplicable } from "../../core/score.ts";
import type { Weights } from "../../core/score/weights.ts";
import { type AskOutcome, type AskOptions, waitOnClock, type UnreadReply, type Wait } from "./ask.ts";
import { composite, effectiveWeights } from "./composite.ts";
import { dimensions, selectInteractions } from "./dimensions.ts";
import { failedCriteria, goalScore, gradeCriteria, judgedChecks, missingCriteria } from "./goal.ts";
import { goalInsight, signalInsight } from "./insights.ts";
import { askGoal, askProcess, type GoalAnswers } from "./panel/ask-panel.ts";
import { type RunRuling, ruleOnRun, toDimensionState, whyNotApplicable } from "./policy.ts";
import { type ProcessScore, processScore, unaskedScore } from "./process-score.ts";

/** What scoring needs besides the evidence. */
export interface ScoringDeps {
  readonly judges: Readonly<Record<QuestionId, Judge>>;
  readonly weights: Weights;
  readonly judging: { readonly retries: number; readonly timeoutMs: number };
  readonly agentName: string;
  readonly abort: AbortSignal;
  /** The id of the run, used to mark every process a judge starts. */
  readonly runId?: string;
  /** The files the agent left behind, if they still exist. */
  readonly left?: WorkspaceSnapshot;
  /** Waits between attempts that did not reach the judge; default: the system clock. */
  readonly wait?: Wait;
}

export interface ScoredRun {
  readonly score: AxisResult;
  /** Replies that could not be read, for the detail file. */
  readonly replies: readonly UnreadReply[];
}

/** Scores a run. It does not throw because of a judge: an unknown value is null and has a reason. */
export async function axisResult(evidence: Evidence, world: ScoringDeps): Promise<ScoredRun> {
  const job: ScoringJob = { evidence, world, run: ruleOnRun(evidence) };
  const [goal, environment, service, agent] = await Promise.all([
    scoreGoal(job),
    scoreProcess("environment", job),
    scoreProcess("service", job),
    scoreProcess("agent", job),
  ]);
  const parts = { goal, environment, service, agent };
  const replies = [goal, environment, service, agent].flatMap(({ asked }) => asked?.replies ?? []);
  return { score: canonicalize(buildDocument(parts, job)), replies };
}

interface ScoringJob {
  readonly evidence: Evidence;
  readonly world: ScoringDeps;
  readonly run: RunRuling;
}

interface GoalPart {
  readonly result: AxisResult["goalAchievement"];
  readonly asked: AskOutcome | null;
}

interface ProcessPart extends ProcessScore {
  readonly patterns: readonly Pattern[];
  readonly asked: AskOutcome | null;
}

interface Parts extends Readonly<Record<Category, ProcessPart>> {
  readonly goal: GoalPart;
}

function buildDocument(parts: Parts, { world, run }: ScoringJob): AxisResult {
  const { goal, environment, service, agent } = parts;
  const results = {
    goalAchievement: goal.result,
    environment: environment.result,
    service: service.result,
    agent: agent.result,
  };
  return {
    formula,
    ...composite(results, world.weights, run),
    ...results,
    weights: world.weights,
    effectiveWeights: effectiveWeights(results, world.weights),
    judging: { goal: judgeUsed(goal), environment: judgeUsed(environment), service: judgeUsed(service), agent: judgeUsed(agent) },
    insights: [
      ...goalInsight(goal.result),
      ...categories.flatMap((id) => signalInsight(id, parts[id].result, parts[id].raw)),
    ],
    patterns: categories.flatMap((id) => parts[id].patterns.map((pattern) => ({ ...pattern, dimension: id }))),
  };
}

function judgeUsed({ asked }: { readonly asked: AskOutcome | null }): JudgeUsed | null {
  return asked?.used ?? null;
}

async function scoreGoal(job: ScoringJob): Promise<GoalPart> {
  const { evidence, run } = job;
  const checks = evidence.checks ?? [];
  if (run.kind === "missing") {
    const criteria = missingCriteria(checks, run.reason);
    return { result: { ...toDimensionState(failed(run.reason)), criteria }, asked: null };
  }
  const dropped = checkApplicable("goalAchievement", job);
  if (run.kind === "agent-failed") {
    const criteria = failedCriteria(checks, run.message);
    return { result: { ...toDimensionState(dropped ?? goalScore(criteria)), criteria }, asked: null };
  }
  const judged = judgedChecks(checks);
  const goal = dropped === null && judged.length > 0 ? await askGoal(evidence, judged, askOptions("goal", job)) : null;
  const unasked = dropped?.status === "not-applicable" ? `not asked: ${dropped.why}` : "not asked";
  const grades = goal?.grades ?? new Map();
  const criteria = gradeCriteria(checks, {
    verified: evidence.verified,
    grades,
    why: goal?.asked.failure ?? unasked,
    ...(dropped === null ? {} : { unverified: unasked }),
  });
  const asked = goal === null ? null : addDraws(goal, { checks, verified: evidence.verified });
  return { result: { ...toDimensionState(dropped ?? goalScore(criteria)), criteria }, asked };
}

/** For a judge that was asked several times: the goal score that each answer alone would have given. */
function addDraws(
  { asked, draws }: GoalAnswers,
  { checks, verified }: { readonly checks: readonly Check[]; readonly verified: Evidence["verified"] },
): AskOutcome {
  if (draws === undefined) return asked;
  const scores = draws.map((grades) => goalScore(gradeCriteria(checks, { verified, grades, why: "" })));
  const goals = scores.flatMap((score) => (score.status === "scored" ? [score.value] : []));
  return goals.length < scores.length ? asked : { ...asked, used: { ...asked.used, goals } };
}

async function scoreProcess(id: Category, job: ScoringJob): Promise<ProcessPart> {
  const { evidence, world, run } = job;
  const dimension = dimensions[id];
  const pool = selectInteractions(dimension, evidence.interactions);
  const unasked = run.kind === "missing" ? failed(run.reason) : checkApplicable(id, job);
  if (unasked !== null) return { ...unaskedScore(pool, unasked), patterns: [], asked: null };
  const subject = { dimension, pool, evidence, agentName: world.agentName };
  const { asked, patterns, ...found } = await askProcess(subject, askOptions(id, job));
  return { ...processScore(dimension, pool, { ...found, failure: asked.failure }), patterns, asked };
}

function checkApplicable(id: DimensionId, { evidence, world }: ScoringJob) {
  const reason = whyNotApplicable(id, evidence, world.weights);
  return reason === null ? null : notApplicable(reason);
}

function askOptions(id: QuestionId, { world }: ScoringJob): AskOptions {
  const { judges, judging, abort, runId, left, wait = waitOnClock } = world;
  return { judge: judges[id], ...judging, abort, wait, ...(runId && { runId }), ...(left && { left }) };
}
