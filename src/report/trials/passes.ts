/** Whether the runs of a result passed. The gate is separate: it may allow a result that did not pass. */
import type { PairResult } from "../../core/report/pair-result.ts";
import { defaultPassMark } from "../../core/report/verdict.ts";
import type { Report } from "../../core/report.ts";
import { listTrials } from "./trials.ts";

export interface PairPasses {
  readonly passed: number;
  /** Trials for which it is known whether they passed. */
  readonly known: number;
  /** The goal score a run needs to pass. */
  readonly mark: number;
}

export function countPasses(result: PairResult, { scoring }: Report): PairPasses {
  const mark = scoring?.passMark ?? defaultPassMark;
  const known = listTrials(result, mark).flatMap(({ passed }) => passed ?? []);
  return { passed: known.filter(Boolean).length, known: known.length, mark };
}

/** Describes results that did not fail but in which no run passed: the gate allows them, but people want to know. */
export function describeMissedGoals(report: Report): string {
  const missed = report.results.filter((result) => {
    const { passed, known } = countPasses(result, report);
    return !result.failed && known > 0 && passed === 0;
  }).length;
  if (missed === 0) return "";
  return `${missed === 1 ? "1 result missed its goal" : `${missed} results missed their goal`}, which the gate allows`;
}

/** The word for a result the gate allows; empty if every run passed. */
export function passWord({ passed, known }: PairPasses): string {
  if (known === 0) return "no goal score";
  if (passed === known) return "";
  return known === 1 ? "not passed" : `${passed} of ${known} passed`;
}

/** Why a result did not pass, in our own words. */
export function whyNotPassed({ score }: PairResult, { known, mark }: PairPasses): string {
  const goal = score?.goalAchievement.score ?? null;
  if (known === 1 && goal !== null && goal >= mark) return "a verified check is not fully met";
  const points = goal === null ? "" : `goal ${goal}${known === 1 ? "" : " in the representative run"}, `;
  return `${points}a pass needs a goal of ${mark} and every verified check`;
}
