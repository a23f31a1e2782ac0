/** Puts one question to a judge, or to every member of a panel; each member has its own retries. */
import type { Judge, MemberUsed } from "../../core/judge.ts";
import type { Evidence } from "../../core/evidence.ts";
import { addedCost, addedUsage } from "../../core/model/spending.ts";
import type { GoalQuestion, Grade, Necessity, Pattern } from "../../core/question.ts";
import { ask, type Asked, type Desk } from "../ask.ts";
import type { Subject } from "../batches.ts";
import { openGoal } from "../goal-question.ts";
import { openProcess } from "../process-question.ts";
import type { AuditReading } from "../process-score.ts";
import type { SpentFields } from "../spent.ts";
import {
  agreedAudits,
  agreedGrades,
  agreedNecessity,
  byDraws,
  byMedian,
  type Join,
  majorityOf,
  Widest,
} from "./agreement.ts";

export interface GoalReading {
  readonly grades: ReadonlyMap<number, Grade>;
  readonly asked: Asked;
  /** For a judge that was asked several times: the grades of each time. */
  readonly draws?: readonly ReadonlyMap<number, Grade>[];
}

/** Returns the grades of the judge, or the merged grades of the panel. */
export async function askGoal(evidence: Evidence, checks: GoalQuestion["checks"], desk: Desk): Promise<GoalReading> {
  const one = async (judge: Judge): Promise<GoalReading> => {
    const goal = openGoal(evidence, checks, judge.looks === true && desk.left !== undefined);
    return { asked: await ask("goal", [goal], { ...desk, judge }), grades: goal.grades };
  };
  const { members } = desk.judge;
  if (members === undefined) return one(desk.judge);
  const said = await Promise.all(members.map(one));
  const widest = new Widest();
  const each = said.map((reading) => reading.grades);
  const grades = agreedGrades(each, widest, joinOf(desk.judge));
  const lacking = checks.filter(({ index }) => !grades.has(index)).length;
  const asked = panelAsked(desk.judge, said, { widest, lacking: plural(lacking, "check") });
  return { grades, asked, ...(desk.judge.draws === undefined ? {} : { draws: each }) };
}

function joinOf({ draws }: Judge): Join {
  return draws === undefined ? byMedian : byDraws;
}

export interface ProcessAnswers {
  readonly audits: ReadonlyMap<number, AuditReading>;
  readonly necessity: Necessity | null;
  readonly patterns: readonly Pattern[];
  readonly asked: Asked;
}

/** Returns the judge's audits, or the panel's merged audits. Patterns have no number: a panel keeps all of them. */
export async function askProcess(subject: Omit<Subject, "wholeRun">, desk: Desk): Promise<ProcessAnswers> {
  const { dimension, pool } = subject;
  const one = async (judge: Judge): Promise<ProcessAnswers> => {
    const { questions, audits, patterns, necessity } = openProcess({ ...subject, wholeRun: judge.wholeRun ?? false });
    const asked = await ask(dimension.id, questions, { ...desk, judge });
    return { audits: audits(), necessity: necessity(), patterns, asked };
  };
  const { members } = desk.judge;
  if (members === undefined) return one(desk.judge);
  const said = await Promise.all(members.map(one));
  const widest = new Widest();
  const audits = agreedAudits(
    said.map((answers) => answers.audits),
    widest,
    joinOf(desk.judge),
  );
  const asksNecessity = dimension.signals.necessity > 0;
  const necessity = asksNecessity
    ? agreedNecessity(
        said.map((answers) => answers.necessity),
        widest,
        joinOf(desk.judge),
      )
    : null;
  const missing = pool.filter(({ id }) => !audits.has(id)).length;
  const lacking = plural(missing, "interaction") || (asksNecessity && necessity === null ? "necessity" : "");
  const patterns = new Map(said.flatMap((answers) => answers.patterns.map((each) => [JSON.stringify(each), each])));
  const asked = panelAsked(desk.judge, said, { widest, lacking });
  return { audits, necessity, patterns: [...patterns.values()], asked };
}

/** Without a majority there is no number: fewer answers than that are not the judgement of the panel. */
function panelAsked(
  panel: Judge,
  said: readonly { readonly asked: Asked }[],
  { widest, lacking }: { readonly widest: Widest; readonly lacking: string },
): Asked {
  const asked = said.map((one) => one.asked);
  const members = asked.map(({ used, failure }): MemberUsed => ({ ...used, ...(failure === null ? {} : { failure }) }));
  const failures = members.flatMap(({ failure }) => failure ?? []);
  const needed = `fewer than ${majorityOf(said.length)} of ${said.length} judges answered`;
  const disagreement = widest.disagreement;
  return {
    failure: lacking === "" ? null : `${needed} (${lacking}): ${failures[0] ?? "no reason was given"}`,
    replies: asked.flatMap(({ replies }) => replies),
    used: {
      ...(panel.draws === undefined ? { kind: "panel" } : { kind: panel.kind ?? "custom", ...panel.about }),
      name: panel.id,
      attempts: Math.max(...members.map(({ attempts }) => attempts)),
      ...spentTogether(members),
      members,
      ...(disagreement === undefined ? {} : { disagreement }),
    },
  };
}

function spentTogether(members: readonly MemberUsed[]): SpentFields {
  const tokenUsage = members.map((member) => member.tokenUsage).reduce(addedUsage, undefined);
  const costUsd = members.map((member) => member.costUsd).reduce(addedCost, undefined);
  const isCached =
    members.some(({ cached }) => cached) && members.every((one) => one.cached || one.costUsd === undefined);
  return {
    ...(tokenUsage === undefined ? {} : { tokenUsage }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(isCached ? { cached: true } : {}),
  };
}

function plural(count: number, noun: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
