/** The AXIS Result of one run: judge answers and durations in, one document out. The same inputs give the same bytes. */
import type { Evidence } from "../../core/evidence.ts";
import { canonicalize } from "../../core/json.ts";
import type { Judge, JudgeUsed, WorkspaceSnapshot } from "../../core/judge.ts";
import type { Pattern, QuestionId } from "../../core/question.ts";
import type { Check } from "../../core/scenario/check.ts";
import { combine, failed, notApplicable, type Score } from "../../core/score.ts";
import {
  type Audit,
  type AxisResult,
  type DimensionResult,
  formula,
  type Insight,
  type SignalName,
  signalNames,
} from "../../core/score/axis-result.ts";
import { categories, type Category, type DimensionId, dimensionIds } from "../../core/score/category.ts";
import { weightKey, type Weights } from "../../core/score/weights.ts";
import { type AskOptions, type AskOutcome, type UnreadReply, type Wait, waitOnClock } from "./ask.ts";
import { roundPoints, shareToPoints } from "./calibrate.ts";
import { dimensions, selectInteractions } from "./dimensions.ts";
import { failedCriteria, goalScore, gradeCriteria, judgedChecks, missingCriteria } from "./goal.ts";
import { askGoal, askProcess, type GoalAnswers } from "./panel/ask-panel.ts";
import {
  type Composite,
  describeUnscored,
  dimensionLabel,
  type DimensionStates,
  fromDimensionState,
  noStepReason,
  resultFromRuling,
  ruleOnRun,
  type RunRuling,
  toDimensionState,
  whyNotApplicable,
} from "./policy.ts";
import { type ProcessScore, processScore, type RawSignals, unaskedScore } from "./process-score.ts";

/** The lower bound of the band "good". */
const threshold = 75;

/** The goal's insight: the check with the lowest grade; among equal grades, the one with the greatest weight. */
export function goalInsight(goal: AxisResult["goalAchievement"]): Insight[] {
  const weakest = findLowest(
    goal.criteria,
    (criterion) => criterion.score,
    (criterion) => criterion.weight,
  );
  if (goal.score === null || goal.score >= threshold || weakest === null) return [];
  const dimension = "goalAchievement";
  const message = `${dimensionLabel(dimension)} ${goal.score}: "${weakest.check}" has ${weakest.score} of 10`;
  return [{ dimension, score: goal.score, signal: weakest.check, value: weakest.score ?? 0, message }];
}

/** A dimension's insight: its weakest weighted signal; among equal values, the one with the greatest weight. */
export function signalInsight(dimension: Category, result: DimensionResult, raw: RawSignals): Insight[] {
  const { signals } = dimensions[dimension];
  const counting = signalNames.filter((name) => signals[name] > 0);
  const signal = findLowest(
    counting,
    (name) => raw[name],
    (name) => signals[name],
  );
  const rawValue = signal === null ? null : raw[signal];
  if (result.score === null || result.score >= threshold || signal === null || rawValue === null) return [];
  const value = shareToPoints(rawValue);
  const message = `${dimension} ${result.score}: ${signal} ${value}, ${explainSignal(signal, result)}`;
  return [{ dimension, score: result.score, signal, value, message }];
}

/** Describes audits below the best value, in words that follow "3 of 9 steps". */
const shortcomings: Record<
  Exclude<SignalName, "necessity">,
  { words: string; value: (audit: Audit) => number | null }
> = {
  success: { words: "did not fully succeed", value: (audit) => audit.success },
  speed: { words: "were slower than excellent", value: (audit) => audit.speed },
  weight: { words: "were not right-sized", value: (audit) => audit.weight },
  relevance: { words: "were not fully relevant", value: (audit) => audit.contextRelevance },
};

function explainSignal(signal: SignalName, { audits, necessity, interactionCount }: DimensionResult): string {
  const of = `of ${interactionCount} steps`;
  if (signal === "necessity") return `${necessity?.unnecessaryIds.length ?? 0} ${of} were judged unnecessary`;
  const { words, value } = shortcomings[signal];
  return `${audits.filter((audit) => (value(audit) ?? 1) < 1).length} ${of} ${words}`;
}

/** The first item with the lowest value; if values agree to nine decimals, the one with the greatest weight. */
function findLowest<T>(
  items: readonly T[],
  valueOf: (item: T) => number | null,
  weightOf: (item: T) => number,
): T | null {
  let best: { item: T; value: number } | null = null;
  for (const item of items) {
    const value = valueOf(item);
    if (value === null) continue;
    const difference = best === null ? -1 : value - best.value;
    const tied = Math.abs(difference) < 1e-9;
    if (best === null || (!tied && difference < 0) || (tied && weightOf(item) > weightOf(best.item)))
      best = { item, value };
  }
  return best?.item ?? null;
}

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
export async function axisResult(evidence: Evidence, deps: ScoringDeps): Promise<ScoredRun> {
  const job: ScoringJob = { evidence, deps, run: ruleOnRun(evidence) };
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
  readonly deps: ScoringDeps;
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

function buildDocument(parts: Parts, { deps, run }: ScoringJob): AxisResult {
  const { goal, environment, service, agent } = parts;
  const results = {
    goalAchievement: goal.result,
    environment: environment.result,
    service: service.result,
    agent: agent.result,
  };
  return {
    formula,
    ...composite(results, deps.weights, run),
    ...results,
    weights: deps.weights,
    effectiveWeights: effectiveWeights(results, deps.weights),
    judging: {
      goal: judgeUsed(goal),
      environment: judgeUsed(environment),
      service: judgeUsed(service),
      agent: judgeUsed(agent),
    },
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
  return await gradeGoal(job, checks, dropped);
}

/** Asks the judge about the checks that need it, unless the dimension does not apply. */
async function gradeGoal(
  job: ScoringJob,
  checks: readonly Check[],
  dropped: ReturnType<typeof checkApplicable>,
): Promise<GoalPart> {
  const { evidence } = job;
  const judged = judgedChecks(checks);
  const goal = dropped === null && judged.length > 0 ? await askGoal(evidence, judged, askOptions("goal", job)) : null;
  const unasked = dropped === null ? "not asked" : `not asked: ${dropped.why}`;
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
  const { evidence, deps, run } = job;
  const dimension = dimensions[id];
  const pool = selectInteractions(dimension, evidence.interactions);
  const unasked = run.kind === "missing" ? failed(run.reason) : checkApplicable(id, job);
  if (unasked !== null) return { ...unaskedScore(pool, unasked), patterns: [], asked: null };
  const subject = { dimension, pool, evidence, agentName: deps.agentName };
  const { asked, patterns, ...found } = await askProcess(subject, askOptions(id, job));
  return { ...processScore(dimension, pool, { ...found, failure: asked.failure }), patterns, asked };
}

function checkApplicable(id: DimensionId, { evidence, deps }: ScoringJob) {
  const reason = whyNotApplicable(id, evidence, deps.weights);
  return reason === null ? null : notApplicable(reason);
}

function askOptions(id: QuestionId, { deps }: ScoringJob): AskOptions {
  const { judges, judging, abort, runId, left, wait = waitOnClock } = deps;
  return { judge: judges[id], ...judging, abort, wait, ...(runId && { runId }), ...(left && { left }) };
}

/** Redistributes the weights of dimensions that do not apply; an unscored dimension makes the result unknown. */
export function composite(states: DimensionStates, weights: Weights, run: RunRuling): Composite {
  const ruled = resultFromRuling(run);
  if (ruled !== null) return ruled;
  const whole = weighDimensions((id) => fromDimensionState(states[id]), weights);
  if (whole.status === "scored" && run.kind === "completed" && run.nothingHappened === true)
    return { axisScore: null, reason: noStepReason };
  if (whole.status === "scored") return { axisScore: roundPoints(whole.value) };
  if (whole.status === "failed") return { axisScore: null, reason: describeUnscored(states) };
  return { axisScore: null, reason: "no dimension applies" };
}

/** The AXIS Result before it is rounded, from the score of each dimension. */
export function weighDimensions(readScore: (id: DimensionId) => Score, weights: Weights): Score {
  return combine(dimensionIds.map((id) => ({ score: readScore(id), weight: weights[weightKey[id]] })));
}

/** The weights after redistribution: they cover the scored dimensions; the others have 0. */
export function effectiveWeights(states: DimensionStates, weights: Weights): Weights {
  const counts = (id: DimensionId) => (states[id].status === "scored" ? weights[weightKey[id]] : 0);
  const total = dimensionIds.reduce((sum, id) => sum + counts(id), 0);
  const share = (id: DimensionId) => (total > 0 ? counts(id) / total : 0);
  return {
    goal_achievement: share("goalAchievement"),
    environment: share("environment"),
    service: share("service"),
    agent: share("agent"),
  };
}
