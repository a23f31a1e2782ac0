/** Where the noise of goal scores comes from, and what would reduce it: scenarios, trials, or judge samples. */
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { varianceComponents } from "../../statistics/planning/variance-components.ts";

type JudgeNoise = NonNullable<AgentStatistics["judgeNoise"]>;

/** Undefined if no judge was asked more than once, or the runs have different numbers of draws. */
export function judgeNoise(results: readonly PairResult[]): JudgeNoise | undefined {
  const scores = results.map(listDraws);
  const [first] = scores;
  const [trials, draws] = [first?.length ?? 0, first?.[0]?.length ?? 0];
  const isBalanced = scores.every((pair) => pair.length === trials && pair.every((each) => each.length === draws));
  if (!isBalanced || trials === 0 || draws < 2) return undefined;
  const parts = varianceComponents(scores);
  return { ...parts, draws, trials, advice: selectAdvice(parts, { trials, draws }) };
}

function listDraws({ trials, score }: PairResult): (readonly number[])[] {
  const given = trials === undefined ? [score?.judging.goal?.goals] : trials.map(({ goals }) => goals);
  return given.map((draws) => draws ?? []);
}

/** The largest part of task/n + trial/(nK) + judge/(nKm) that can be reduced. */
function selectAdvice(
  { task, trial, judge }: Pick<JudgeNoise, "task" | "trial" | "judge">,
  { trials, draws }: { readonly trials: number; readonly draws: number },
): JudgeNoise["advice"] {
  if (judge === null || trial === null) return null;
  if (judge / draws > trial) return "judge-samples";
  if (task === null) return null;
  return trial / trials > task ? "trials" : "scenarios";
}
