/** Forecasts what a plan will take from similar earlier runs: an estimate, its range, and what is unknown. */
import type { Plan } from "../../core/plan.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { questionIds } from "../../core/question.ts";
import { totalTokens } from "../../core/model/token-usage.ts";

/** A sum over the jobs with earlier runs; the range comes from their cheapest and most expensive run. */
interface ForecastRange {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

export interface Forecast {
  readonly jobs: number;
  readonly scenarios: number;
  readonly agents: number;
  readonly trials: number;
  /** A lower bound: long runs are judged in parts, and unreadable answers are requested again. */
  readonly judgeQuestions: number;
  /** Number of earlier runs that the forecast is based on. */
  readonly earlierRuns: number;
  /** Null if no earlier run of any job has this value; `unknownJobs` are not in the sum. */
  readonly costUsd: Forecasted | null;
  readonly judgeCostUsd: Forecasted | null;
  readonly tokens: Forecasted | null;
  readonly agentMinutes: Forecasted | null;
}

export interface Forecasted extends ForecastRange {
  /** Jobs without similar earlier runs. */
  readonly unknownJobs: number;
}

type ReadAmount = (run: PastRun) => number | null | undefined;

interface PastRun {
  readonly scenario: string;
  readonly agent: string;
  readonly costUsd?: number | null | undefined;
  readonly judgeCostUsd?: number | null | undefined;
  readonly tokens?: number | null | undefined;
  readonly durationMs: number | null;
}

/** Rehearsals, and reports without similar runs, are ignored. */
export function forecast(plan: Plan, past: readonly Report[]): Forecast {
  const pairs = new Set(plan.jobs.map(({ cell }) => `${cell.scenario}\n${cell.agent}`));
  const agents = new Set(plan.jobs.map(({ cell }) => cell.agent));
  const runs = past
    .filter(({ scripted }) => scripted !== true)
    .flatMap(({ results }) => results.flatMap(toPastRuns))
    .filter(({ agent }) => agents.has(agent));
  const read = (reading: ReadAmount) => sumForecast(plan, runs, reading);
  return {
    jobs: plan.jobs.length,
    scenarios: new Set(plan.jobs.map(({ cell }) => cell.scenario)).size,
    agents: agents.size,
    trials: plan.trials,
    judgeQuestions: countQuestions(plan),
    earlierRuns: runs.filter(({ scenario, agent }) => pairs.has(`${scenario}\n${agent}`)).length,
    costUsd: read(({ costUsd }) => costUsd),
    judgeCostUsd: plan.weights === null ? null : read(({ judgeCostUsd }) => judgeCostUsd),
    tokens: read(({ tokens }) => tokens),
    agentMinutes: read(({ durationMs }) => (durationMs === null ? null : durationMs / 60_000)),
  };
}

/** Runs that never took place are ignored. */
function toPastRuns(result: PairResult): PastRun[] {
  const { scenarioKey: scenario, agentName: agent, judgeCostUsd, tokenUsage, totalCostUsd, durationMs } = result;
  if (result.trials !== undefined)
    return result.trials
      .filter(({ outcomeClass }) => outcomeClass !== "notRun")
      .map(({ costUsd, tokens, durationMs: ms, runId }) => ({
        scenario,
        agent,
        costUsd,
        tokens,
        durationMs: ms,
        judgeCostUsd: runId === result.runId ? judgeCostUsd : undefined,
      }));
  if (result.outcomeClass === "notRun") return [];
  const tokens = tokenUsage === undefined ? null : totalTokens(tokenUsage);
  return [{ scenario, agent, costUsd: totalCostUsd, judgeCostUsd, tokens, durationMs }];
}

/** Uses the earlier runs of a job's scenario and agent, else those of its agent. */
function sumForecast({ jobs }: Plan, runs: readonly PastRun[], reading: ReadAmount): Forecasted | null {
  const known = new Map<string, number[]>();
  for (const run of runs) {
    const value = reading(run);
    if (value === null || value === undefined) continue;
    for (const group of [run.agent, `${run.scenario}\n${run.agent}`]) addToGroup(known, group, value);
  }
  const sum = { estimate: 0, lower: 0, upper: 0, unknownJobs: 0 };
  for (const { cell } of jobs) {
    const values = known.get(`${cell.scenario}\n${cell.agent}`) ?? known.get(cell.agent);
    if (values === undefined) {
      sum.unknownJobs += 1;
      continue;
    }
    sum.estimate += values.reduce((total, value) => total + value, 0) / values.length;
    sum.lower += Math.min(...values);
    sum.upper += Math.max(...values);
  }
  return sum.unknownJobs === jobs.length ? null : sum;
}

/** Counts one question per dimension with a weight; `rules` costs nothing and is not counted. */
function countQuestions({ jobs, weights }: Plan): number {
  if (weights === null) return 0;
  const dimensions = { goal: weights.goal_achievement, ...weights };
  return jobs.reduce((total, { judges, scenario }) => {
    const asked = questionIds.filter((id) => {
      const isJudged = id !== "goal" || scenario.checks.some(({ verify }) => verify === undefined);
      return dimensions[id] > 0 && isJudged && judges[id].kind !== "rules";
    });
    return total + asked.reduce((sum, id) => sum + (judges[id].members?.length ?? 1), 0);
  }, 0);
}

function addToGroup(groups: Map<string, number[]>, name: string, value: number): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [value]);
  else group.push(value);
}
