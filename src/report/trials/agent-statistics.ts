/** Computes statistics over all trials of each agent. */
import { pairId } from "../../core/cell.ts";
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { BaselineTrial, DimensionScores } from "../../core/report/baseline.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { combine, notApplicable, scored } from "../../core/score.ts";
import { dimensionIds } from "../../core/score/category.ts";
import { weightKey, type Weights } from "../../core/score/weights.ts";
import { mean } from "../../statistics/mean.ts";
import { meanInterval } from "../../statistics/one-group/mean-interval.ts";
import { missingBounds } from "../../statistics/one-group/missing-bounds.ts";
import { meanPassAtK, meanPassHatK } from "../../statistics/one-group/pass-at-k.ts";
import { clusteredWilsonInterval } from "../../statistics/one-group/wilson.ts";
import { bootstrap, type Clusters } from "../../statistics/planning/bootstrap.ts";
import { minimumDetectableEffect } from "../../statistics/planning/power.ts";
import { type VarianceComponents, varianceComponents } from "../../statistics/planning/variance-components.ts";
import { differenceComponents } from "../../statistics/two-groups/stratified.ts";
import type { ReportParts } from "../build.ts";
import { chancesByK, listTrials } from "./trials.ts";

/** Enough that the bounds move by less than a tenth of a point from one seed to the next. */
const bootstrapSamples = 2_000;

/**
 * The interval of the mean AXIS Result by resampling whole trials: each trial brings its four dimensions and their
 * weights, redistributed if a dimension does not apply. Nothing is rounded in between.
 */
export function compositeInterval(
  scenarios: readonly (readonly BaselineTrial[])[],
  weights: Weights,
  seed: string,
): Pick<AgentStatistics, "composite"> {
  // Computed once: a trial has the same result in every sample that contains it.
  const results = scenarios.map((trials) =>
    trials.flatMap(({ axisScore, dimensions }) =>
      axisScore === null || dimensions === undefined ? [] : [compositeResult(dimensions, weights)],
    ),
  );
  const data = results.filter((trials) => trials.length > 0).map((trials) => [trials]);
  if (data.length === 0) return {};
  const scope = data.every(([trials = []]) => trials.length >= 2) ? ("suite" as const) : ("population" as const);
  const statistic = (sample: Clusters<number>) =>
    mean(sample.flatMap((cluster) => cluster.map((trials) => mean(trials) ?? 0))) ?? 0;
  const interval = bootstrap(data, statistic, { scope, seed, samples: bootstrapSamples });
  return { composite: { ...interval, scope, samples: bootstrapSamples, seed } };
}

/** The AXIS Result before rounding. */
function compositeResult(dimensions: DimensionScores, weights: Weights): number {
  const parts = dimensionIds.map((id) => {
    const value = dimensions[id];
    return { score: value === null ? notApplicable(id) : scored(value), weight: weights[weightKey[id]] };
  });
  const whole = combine(parts);
  return whole.status === "scored" ? whole.value : 0;
}

/** One entry per agent, in plan order. Cells without a result yet count as missing. */
export function agentStatistics(
  { cells, scoring, seed, reportId, state }: Pick<ReportParts, "cells" | "scoring" | "seed" | "reportId" | "state">,
  results: readonly PairResult[],
): AgentStatistics[] {
  const byPair = new Map(results.map((result) => [pairId(toPair(result)), listTrials(result)]));
  const stopped = new Set(results.flatMap((result) => (result.stoppedAt ? [pairId(toPair(result))] : [])));
  const planned = new Map<string, { agent: string; count: number }>();
  for (const cell of cells) {
    const pair = pairId(cell);
    planned.set(pair, { agent: cell.agent, count: (planned.get(pair)?.count ?? 0) + 1 });
  }
  const agents = new Map<string, ScenarioTrials[]>();
  for (const [pair, { agent, count }] of planned) {
    const trials = byPair.get(pair) ?? [];
    const absent = Array.from({ length: Math.max(0, count - trials.length) }, () => unknownTrial);
    const scenario = { trials: [...trials, ...absent], stopped: stopped.has(pair) };
    const scenarios = agents.get(agent);
    if (scenarios === undefined) agents.set(agent, [scenario]);
    else scenarios.push(scenario);
  }
  return [...agents].map(([agentName, scenarios]) => ({
    ...computeStatistics(agentName, scenarios),
    judgeNoise: judgeNoise(results.filter((result) => result.agentName === agentName)),
    // Resampling takes time, and the statistics of a running report will be recomputed anyway.
    ...(scoring === undefined || state === "running"
      ? {}
      : compositeInterval(
          scenarios.map(({ trials }) => trials),
          scoring.weights,
          `${seed ?? reportId}/composite/${agentName}`,
        )),
  }));
}

interface ScenarioTrials {
  readonly trials: readonly BaselineTrial[];
  /** Stopped because its passes decided: their number is then not random, so it would bias pass@k. */
  readonly stopped: boolean;
}

const unknownTrial: BaselineTrial = { axisScore: null, passed: null };

function toPair({ scenarioKey, agentName }: PairResult) {
  return { scenario: scenarioKey, agent: agentName };
}

function computeStatistics(agentName: string, scenarios: readonly ScenarioTrials[]): AgentStatistics {
  const scores = scenarios
    .map(({ trials }) => trials.flatMap(({ axisScore }) => axisScore ?? []))
    .filter((numbers) => numbers.length > 0);
  const fewest = scores.length === 0 ? 0 : Math.min(...scores.map((numbers) => numbers.length));
  const { estimate, lower, upper } = meanInterval(scores.map((numbers) => mean(numbers) ?? 0));
  return {
    agentName,
    scenarios: scores.length,
    trials: fewest,
    mean: { estimate, lower, upper },
    missing: computeMissing(scenarios.map(({ trials }) => trials)),
    ...computePasses(scenarios),
    noise: computeNoise(scores, fewest),
  };
}

/** Bounds on the mean of scenario means; a scenario without a number may have any value. */
function computeMissing(scenarios: readonly (readonly BaselineTrial[])[]): AgentStatistics["missing"] {
  const bounds = scenarios.map((trials) => {
    const scores = trials.flatMap(({ axisScore }) => (axisScore === null ? [] : axisScore / 100));
    return missingBounds(scores, trials.length - scores.length);
  });
  const points = (values: (number | null)[]) => {
    const known = mean(values.flatMap((value) => value ?? []));
    return known === null ? null : known * 100;
  };
  const all = scenarios.flat();
  return {
    share: all.length === 0 ? null : all.filter(({ axisScore }) => axisScore === null).length / all.length,
    lowest: points(bounds.map(({ lowest }) => lowest)),
    highest: points(bounds.map(({ highest }) => highest)),
  };
}

function computePasses(scenarios: readonly ScenarioTrials[]) {
  const cells = passCells(scenarios);
  const fixed = passCells(scenarios.filter(({ stopped }) => !stopped));
  const fewest = fixed.length === 0 ? 0 : Math.min(...fixed.map(([n]) => n));
  return {
    passRate: clusteredWilsonInterval(
      cells.map(([, passes]) => passes),
      cells.map(([n]) => n),
    ),
    passAtK: chancesByK(fewest, (k) => meanPassAtK(fixed, k)),
    passHatK: chancesByK(fewest, (k) => meanPassHatK(fixed, k)),
  };
}

/** Per scenario: the number of trials with a known outcome, and how many of them passed. */
function passCells(scenarios: readonly ScenarioTrials[]): [number, number][] {
  return scenarios
    .map(({ trials }) => trials.flatMap(({ passed }) => passed ?? []))
    .filter((known) => known.length > 0)
    .map((known) => [known.length, known.filter(Boolean).length]);
}

function computeNoise(scores: readonly (readonly number[])[], fewest: number): AgentStatistics["noise"] {
  const balanced = scores.length > 0 && scores.every((numbers) => numbers.length === fewest);
  const parts = balanced
    ? varianceComponents(scores.map((numbers) => numbers.map((number) => [number])))
    : { task: null, trial: null, judge: null };
  // Compares the run with itself: a second run like it would only add the noise within scenarios.
  const within = fewest < 2 ? null : differenceComponents(scores, scores).withinA;
  return {
    ...parts,
    minimumDetectableEffect:
      within === null
        ? null
        : minimumDetectableEffect({
            scenarios: scores.length,
            trialsA: fewest,
            trialsB: fewest,
            between: 0,
            withinA: within,
            withinB: within,
          }),
  };
}

/** Where the noise of goal scores comes from, and what would reduce it: scenarios, trials, or judge samples. */
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
  { task, trial, judge }: VarianceComponents,
  { trials, draws }: { readonly trials: number; readonly draws: number },
): JudgeNoise["advice"] {
  if (judge === null || trial === null) return null;
  if (judge / draws > trial) return "judge-samples";
  if (task === null) return null;
  return trial / trials > task ? "trials" : "scenarios";
}
