/** Whether the runs of a pair passed: apart from the gate, which may have nothing against one that did not. */
import type { PairResult } from "../../core/report/pair-result.ts";
import { defaultPassMark } from "../../core/report/verdict.ts";
import type { Report } from "../../core/report.ts";
import { trialsOf } from "./trials.ts";

export interface PairPasses {
  readonly passed: number;
  /** Trials of which it can be told. */
  readonly known: number;
  /** The goal score from which on a run passes. */
  readonly mark: number;
}

export function passesOf(result: PairResult, { scoring }: Pick<Report, "scoring">): PairPasses {
  const mark = scoring?.passMark ?? defaultPassMark;
  const known = trialsOf(result, mark).flatMap(({ passed }) => passed ?? []);
  return { passed: known.filter(Boolean).length, known: known.length, mark };
}

/** What is said of pairs of which no run passed, though none failed: no gate may forbid it, and people want to know. */
export function missedWords(report: Pick<Report, "results" | "scoring">): string {
  const missed = report.results.filter((result) => {
    const { passed, known } = passesOf(result, report);
    return !result.failed && known > 0 && passed === 0;
  }).length;
  if (missed === 0) return "";
  return `${missed === 1 ? "1 pair missed its goal" : `${missed} pairs missed their goal`}, which no gate forbids`;
}

/** The word for a pair the gate has nothing against; empty where every run passed. */
export function passWord({ passed, known }: PairPasses): string {
  if (known === 0) return "no goal score";
  if (passed === known) return "";
  return known === 1 ? "not passed" : `${passed} of ${known} passed`;
}

/** Why one did not pass, in a sentence of ours. */
export function whyNotPassed({ score }: PairResult, { known, mark }: PairPasses): string {
  const goal = score?.goalAchievement.score ?? null;
  if (known === 1 && goal !== null && goal >= mark) return "a verified check does not hold in full";
  const points = goal === null ? "" : `goal ${goal}${known === 1 ? "" : " in the run that stands for them"}, `;
  return `${points}where ${mark} and every verified check make a pass`;
}
