/** The checks of a run that people can label, and what AXIS says about each. */
import type { RunDetail } from "../../core/report/run-detail.ts";
import { defaultPassMark } from "../../core/report/verdict.ts";
import type { LabelTarget, ReviewLabel } from "../../core/review/review-label.ts";
import type { AxisResult, GradedCriterion } from "../../core/score/axis-result.ts";

/** The facts of a run that a label repeats, so that it can be read without the report. */
export interface LabelledRun {
  readonly id: string;
  readonly report?: string | undefined;
  readonly scenario: string;
  readonly agent: string;
  readonly trial?: number | undefined;
  /** Whether it passed; null if that is unknown. */
  readonly passed: boolean | null;
  /** The goal score at which a run passes. */
  readonly passMark?: number | undefined;
  readonly score: Pick<AxisResult, "goalAchievement" | "judging" | "agent"> | undefined;
}

/** A check that a judge decided, and who it was. */
export interface JudgedCheck {
  readonly run: LabelledRun;
  /** Position in the rubric, from 0. */
  readonly index: number;
  readonly criterion: GradedCriterion;
  /** From 0 to 1. */
  readonly grade: number;
  readonly passFrom: number;
  /** The lowest and highest grade of a panel, if this is the check on which its members differ most. */
  readonly range: { readonly low: number; readonly high: number } | null;
}

/** Grades of judges are from 0 to this. */
const fullPoints = 10;

/** A judged check holds from the pass mark on; a verified one holds in full or not at all. */
function readPassFrom({ by }: Pick<GradedCriterion, "by">, passMark = defaultPassMark): number {
  return by === "verify" ? 1 : passMark / 100;
}

/** The judged checks of a run that have a grade. */
export function listJudgedChecks(run: LabelledRun): JudgedCheck[] {
  const { goalAchievement, judging } = run.score ?? {};
  return (goalAchievement?.criteria ?? []).flatMap((criterion, index) => {
    if (criterion.by !== "judge" || criterion.score === null) return [];
    const { on, low, high } = judging?.goal?.disagreement ?? {};
    const range = on === `check ${index + 1}` && low !== undefined && high !== undefined;
    return [
      {
        run,
        index,
        criterion,
        grade: criterion.score / fullPoints,
        passFrom: readPassFrom(criterion, run.passMark),
        range: range ? { low: low / fullPoints, high: high / fullPoints } : null,
      },
    ];
  });
}

/** What AXIS says about the target of a label. Undefined if the run has no such check or step. */
export function describeJudgement(
  run: LabelledRun,
  target: LabelTarget,
): Omit<ReviewLabel, "human" | "notes" | "by" | "at"> | undefined {
  const { id, report, scenario, agent, trial } = run;
  const known = { id, scenario, agent, ...(trial === undefined ? {} : { trial }), ...(report ? { report } : {}) };
  if (target.step !== undefined) {
    const step = describeStep(run, target.step);
    return step && { ...known, ...step };
  }
  if (target.checkIndex === undefined && target.check === undefined)
    return { ...known, judge: run.passed === null ? null : run.passed ? 1 : 0, passFrom: 0.5 };
  const check = describeCheck(run, target);
  return check && { ...known, ...check };
}

function describeCheck({ score, passMark }: LabelledRun, { checkIndex, check }: LabelTarget) {
  const criteria = score?.goalAchievement.criteria ?? [];
  const index = checkIndex ?? criteria.findIndex((each) => each.check === check);
  const criterion = criteria[index];
  if (criterion === undefined || (check !== undefined && criterion.check !== check)) return undefined;
  return {
    check: criterion.check,
    checkIndex: index,
    judge: criterion.score === null ? null : criterion.score / fullPoints,
    passFrom: readPassFrom(criterion, passMark),
    ...describeDecider(criterion, score?.judging.goal?.name),
    reason: criterion.rationale,
  };
}

function describeDecider({ by }: GradedCriterion, judgeName: string | undefined) {
  if (by === "verify") return { decidedBy: "verify" as const };
  return { decidedBy: "judge" as const, ...(by === "judge" && judgeName ? { judgeName } : {}) };
}

/** A judge lists the steps that were not needed; without such a list it said nothing about any step. */
function describeStep({ score }: LabelledRun, step: number) {
  const necessity = score?.agent.necessity ?? null;
  const judgeName = score?.judging.agent?.name;
  if (necessity === null) return { step, judge: null, passFrom: 0.5, reason: null };
  const isNeeded = !necessity.unnecessaryIds.includes(step);
  return {
    step,
    judge: isNeeded ? 1 : 0,
    passFrom: 0.5,
    decidedBy: "judge" as const,
    ...(judgeName ? { judgeName } : {}),
    reason: isNeeded ? null : necessity.rationale,
  };
}

/** The facts of a run from its detail. */
export function toLabelledRun(
  detail: Pick<RunDetail, "runId" | "scenarioKey" | "agentName" | "status" | "score"> & { readonly trial?: number },
  { report, passMark }: { readonly report?: string | undefined; readonly passMark?: number | undefined },
): LabelledRun {
  const { runId: id, scenarioKey: scenario, agentName: agent, trial, status, score } = detail;
  const passed = status === "passed" ? true : status === "failed" ? false : null;
  return { id, report, scenario, agent, trial, passed, passMark, score };
}
