/** Puts one question to a judge, or to every member of a panel; each member has its own retries. */
import { formatTranscript } from "../../../agents/transcript/text.ts";
import type { Evidence } from "../../../core/evidence.ts";
import { isRecord } from "../../../core/json.ts";
import type { Judge, MemberUsed } from "../../../core/judge.ts";
import { combineCosts, combineUsage } from "../../../core/model/spending.ts";
import { totalTokens } from "../../../core/model/token-usage.ts";
import { type GoalQuestion, Grade, type Necessity, type Pattern } from "../../../core/question.ts";
import { ask, type AskOptions, type AskOutcome, type OpenQuestion } from "../ask.ts";
import type { QuestionSubject } from "../batches.ts";
import { openProcessQuestions } from "../process-question.ts";
import type { JudgedAudit } from "../process-score.ts";
import { notAnObject, readItems } from "../reading.ts";
import type { SpendingFields } from "../spending-total.ts";
import {
  LargestDisagreement,
  majoritySize,
  mergeAudits,
  mergeByMedian,
  mergeDraws,
  mergeGrades,
  mergeNecessity,
  type MergeNumbers,
} from "./agreement.ts";

export interface GoalAnswers {
  readonly grades: ReadonlyMap<number, Grade>;
  readonly asked: AskOutcome;
  /** For a judge that was asked several times: the grades of each time. */
  readonly draws?: readonly ReadonlyMap<number, Grade>[];
}

/** Returns the grades of the judge, or the merged grades of the panel. */
export async function askGoal(
  evidence: Evidence,
  checks: GoalQuestion["checks"],
  desk: AskOptions,
): Promise<GoalAnswers> {
  const one = async (judge: Judge): Promise<GoalAnswers> => {
    const goal = openGoalQuestion(evidence, checks, judge.looks === true && desk.left !== undefined);
    return { asked: await ask("goal", [goal], { ...desk, judge }), grades: goal.grades };
  };
  const { members } = desk.judge;
  if (members === undefined) return one(desk.judge);
  const said = await Promise.all(members.map(one));
  const widest = new LargestDisagreement();
  const each = said.map((reading) => reading.grades);
  const grades = mergeGrades(each, widest, selectMerge(desk.judge));
  const lacking = checks.filter(({ index }) => !grades.has(index)).length;
  const asked = mergeOutcomes(desk.judge, said, { widest, lacking: formatLackingCount(lacking, "check") });
  return { grades, asked, ...(desk.judge.draws === undefined ? {} : { draws: each }) };
}

function selectMerge({ draws }: Judge): MergeNumbers {
  return draws === undefined ? mergeByMedian : mergeDraws;
}

export interface ProcessAnswers {
  readonly audits: ReadonlyMap<number, JudgedAudit>;
  readonly necessity: Necessity | null;
  readonly patterns: readonly Pattern[];
  readonly asked: AskOutcome;
}

/** Returns the judge's audits, or the panel's merged audits. Patterns have no number: a panel keeps all of them. */
export async function askProcess(subject: QuestionSubject, desk: AskOptions): Promise<ProcessAnswers> {
  const { dimension, pool } = subject;
  const one = async (judge: Judge): Promise<ProcessAnswers> => {
    const { questions, audits, patterns, necessity } = openProcessQuestions({
      ...subject,
      wholeRun: judge.wholeRun,
    });
    const asked = await ask(dimension.id, questions, { ...desk, judge });
    return { audits: audits(), necessity: necessity(), patterns, asked };
  };
  const { members } = desk.judge;
  if (members === undefined) return one(desk.judge);
  const said = await Promise.all(members.map(one));
  const widest = new LargestDisagreement();
  const audits = mergeAudits(
    said.map((answers) => answers.audits),
    widest,
    selectMerge(desk.judge),
  );
  const asksNecessity = dimension.signals.necessity > 0;
  const necessity = asksNecessity
    ? mergeNecessity(
        said.map((answers) => answers.necessity),
        widest,
        selectMerge(desk.judge),
      )
    : null;
  const missing = pool.filter(({ id }) => !audits.has(id)).length;
  const lacking =
    formatLackingCount(missing, "interaction") || (asksNecessity && necessity === null ? "necessity" : "");
  const patterns = new Map(said.flatMap((answers) => answers.patterns.map((each) => [JSON.stringify(each), each])));
  const asked = mergeOutcomes(desk.judge, said, { widest, lacking });
  return { audits, necessity, patterns: [...patterns.values()], asked };
}

/** Without a majority there is no number: fewer answers than that are not the judgement of the panel. */
function mergeOutcomes(
  panel: Judge,
  said: readonly { readonly asked: AskOutcome }[],
  { widest, lacking }: { readonly widest: LargestDisagreement; readonly lacking: string },
): AskOutcome {
  const asked = said.map((one) => one.asked);
  const members = asked.map(({ used, failure }): MemberUsed => ({ ...used, ...(failure === null ? {} : { failure }) }));
  const failures = members.flatMap(({ failure }) => failure ?? []);
  const needed = `fewer than ${majoritySize(said.length)} of ${said.length} judges answered`;
  const disagreement = widest.disagreement;
  return {
    failure: lacking === "" ? null : `${needed} (${lacking}): ${failures[0] ?? "no reason was given"}`,
    replies: asked.flatMap(({ replies }) => replies),
    used: {
      ...(panel.draws === undefined ? { kind: "panel" } : { kind: panel.kind ?? "custom", ...panel.about }),
      name: panel.id,
      attempts: Math.max(...members.map(({ attempts }) => attempts)),
      ...sumSpending(members),
      members,
      ...(disagreement === undefined ? {} : { disagreement }),
    },
  };
}

function sumSpending(members: readonly MemberUsed[]): SpendingFields {
  const tokenUsage = members.map((member) => member.tokenUsage).reduce(combineUsage, undefined);
  const costUsd = members.map((member) => member.costUsd).reduce(combineCosts, undefined);
  const isCached =
    members.some(({ cached }) => cached) && members.every((one) => one.cached || one.costUsd === undefined);
  return {
    tokenUsage,
    costUsd,
    ...(isCached ? { cached: true } : {}),
  };
}

function formatLackingCount(count: number, noun: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The goal question: the checks that only a judge can decide, with the whole run as text. */
interface OpenGoalQuestion extends OpenQuestion {
  /** The good grades so far, by position in the rubric. */
  readonly grades: ReadonlyMap<number, Grade>;
}

export function openGoalQuestion(
  evidence: Evidence,
  checks: GoalQuestion["checks"],
  workspace = false,
): OpenGoalQuestion {
  const grades = new Map<number, Grade>();
  const missing = () => checks.filter(({ index }) => !grades.has(index));
  return {
    grades,
    next: () => buildGoalQuestion(evidence, missing(), workspace),
    take(answer) {
      if (!isRecord(answer)) return notAnObject;
      const asked = new Set(missing().map(({ index }) => index));
      const items = readItems(answer, { list: "grades", key: "index", noun: "check", schema: Grade, asked });
      for (const [index, grade] of items.good) grades.set(index, grade);
      return items.problem;
    },
  };
}

/** The transcript becomes text only when it is read: a judge written in code uses the evidence directly. */
function buildGoalQuestion(evidence: Evidence, checks: GoalQuestion["checks"], workspace: boolean): GoalQuestion {
  return {
    question: "goal",
    scenario: evidence.scenarioKey,
    task: evidence.task,
    evidence,
    checks,
    get transcript() {
      return formatTranscript(evidence.transcript);
    },
    finalAnswer: evidence.finalAnswer,
    durationMs: evidence.durationMs,
    tokens: evidence.tokenUsage === null ? null : totalTokens(evidence.tokenUsage),
    workspace,
  };
}
