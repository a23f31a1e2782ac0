/** The trials of a result: which passed, how far they are apart, and how often the next ones will pass. */
import { type BaselineEntry, type BaselineTrial, pickDimensions } from "../../core/report/baseline.ts";
import type { CellResult, PairResult } from "../../core/report/pair-result.ts";
import { toPassed } from "../../core/report/run-status.ts";
import { totalTokens } from "../../core/model/token-usage.ts";
import { mean, standardDeviation } from "../../statistics/mean.ts";
import { meanInterval } from "../../statistics/one-group/mean-interval.ts";
import { passAtK, passHatK } from "../../statistics/one-group/pass-at-k.ts";

/** Whether a run says nothing about its agent. */
export function isAbsent({ outcomeClass }: Pick<CellResult, "outcomeClass">): boolean {
  return outcomeClass !== "completed" && outcomeClass !== "agent";
}

/** The numbers of a run besides its AXIS Result; empty if the run says nothing about its agent. */
export function pickReadings(
  result: Pick<CellResult, "outcomeClass" | "score" | "tokenUsage" | "totalCostUsd">,
): Pick<BaselineTrial, "dimensions" | "tokens" | "costUsd"> {
  const { score, tokenUsage, totalCostUsd } = result;
  if (isAbsent(result)) return {};
  return {
    ...(score === undefined ? {} : { dimensions: pickDimensions(score) }),
    tokens: tokenUsage === undefined ? null : totalTokens(tokenUsage),
    costUsd: totalCostUsd ?? null,
  };
}

/** The trials of a result in a report, in order. */
export function listTrials(result: PairResult): BaselineTrial[] {
  const { trials } = result;
  if (trials === undefined)
    return [
      {
        axisScore: isAbsent(result) ? null : (result.score?.axisScore ?? null),
        passed: toPassed(result.status),
        ...(isAbsent(result) ? {} : { durationMs: result.durationMs }),
        ...pickReadings(result),
      },
    ];
  return trials.map((trial) => ({
    axisScore: isAbsent(trial) ? null : trial.axisScore,
    passed: toPassed(trial.status),
    ...(isAbsent(trial) ? {} : { durationMs: trial.durationMs }),
    ...(trial.dimensions === undefined ? {} : { dimensions: trial.dimensions }),
    ...(trial.tokens === undefined ? {} : { tokens: trial.tokens }),
    ...(trial.costUsd === undefined ? {} : { costUsd: trial.costUsd }),
  }));
}

/** The trials of a baseline entry; an old entry has one number, which counts as one trial. */
export function listEntryTrials(entry: BaselineEntry): readonly BaselineTrial[] {
  const { trials, axisScore, goalAchievement, environment, service, agent, durationMs, tokens } = entry;
  if (trials !== undefined) return trials;
  const dimensions = { goalAchievement, environment, service, agent };
  return [{ axisScore, passed: null, dimensions, durationMs, tokens }];
}

/** How far the trials of a result are apart; undefined if none has a number. */
export function computeSpread(trials: readonly BaselineTrial[]): PairResult["spread"] {
  const numbers = trials.flatMap(({ axisScore }) => axisScore ?? []);
  const known = trials.flatMap(({ passed }) => passed ?? []);
  const passes = known.filter(Boolean).length;
  const { lower, upper } = meanInterval(numbers);
  if (numbers.length === 0) return undefined;
  return {
    n: numbers.length,
    mean: mean(numbers) ?? Number.NaN,
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    stdev: standardDeviation(numbers),
    interval: lower === null || upper === null ? null : { lower, upper },
    passes: known.length === 0 ? null : passes,
    flaky: passes > 0 && passes < known.length,
    passAtK: chancesByK(known.length, (k) => passAtK(known.length, passes, k)),
    passHatK: chancesByK(known.length, (k) => passHatK(known.length, passes, k)),
  };
}

/** A probability for k = 1, 3, 5 and the number of trials. */
export function chancesByK(trials: number, chance: (k: number) => number | null): Record<string, number> {
  const wanted = [...new Set([1, 3, 5, trials])].filter((k) => k >= 1 && k <= trials);
  return Object.fromEntries(
    wanted.flatMap((k) => {
      const value = chance(k);
      return value === null ? [] : [[String(k), value]];
    }),
  );
}
