/** Computes how sure a report is of its numbers: an interval of the AXIS Result, and a paired test for every two agents. */
import { rankAgents } from "../../core/report/agent-ranking.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { AgentDifference, Standings } from "../../core/report/standings.ts";
import { mean } from "../../statistics/mean.ts";
import { bootstrap, type Clusters } from "../../statistics/planning/bootstrap.ts";
import { compareGroups } from "../../statistics/two-groups/compare-groups.ts";
import type { RunCell } from "../../statistics/two-groups/pairing.ts";
import { listTrials } from "./trials.ts";

/** Enough that the bounds move by less than a tenth of a point from one seed to the next. */
const bootstrapSamples = 2_000;
const alpha = 0.05;
/** The pairs grow with the square of the agents. */
const mostAgents = 8;

/** Undefined if no result has a number. */
export function computeStandings(results: readonly PairResult[], seed: string): Standings | undefined {
  const scored = results.map((result) => ({ result, scores: listScores(result) })).filter(hasScores);
  if (scored.length === 0) return undefined;
  return { interval: computeInterval(scored, `${seed}/standings`), differences: compareAgents(scored, seed) };
}

interface ScoredResult {
  readonly result: PairResult;
  readonly scores: readonly number[];
}

function listScores(result: PairResult): readonly number[] {
  return listTrials(result).flatMap(({ axisScore }) => axisScore ?? []);
}

function hasScores({ scores }: ScoredResult): boolean {
  return scores.length > 0;
}

/** Resamples the trials of each result, or whole scenarios where a result has a single trial. */
function computeInterval(scored: readonly ScoredResult[], seed: string): Standings["interval"] {
  const scenarios = new Map<string, (readonly number[])[]>();
  for (const { result, scores } of scored) {
    const known = scenarios.get(result.scenarioKey);
    if (known === undefined) scenarios.set(result.scenarioKey, [scores]);
    else known.push(scores);
  }
  const scope = scored.every(({ scores }) => scores.length >= 2) ? "suite" : "population";
  const statistic = (sample: Clusters<number>) => mean(sample.flat().map((trials) => mean(trials) ?? 0)) ?? 0;
  const { lower, upper } = bootstrap([...scenarios.values()], statistic, { scope, seed, samples: bootstrapSamples });
  return lower === null || upper === null ? null : { lower, upper, scope, samples: bootstrapSamples, seed };
}

function compareAgents(scored: readonly ScoredResult[], seed: string): AgentDifference[] {
  const agents = rankAgents(scored.map(({ result }) => result))
    .slice(0, mostAgents)
    .map(({ agentName }) => agentName);
  const groups = agents.map((name) => ({ name, cells: listCells(scored, name) }));
  return compareGroups(groups, { seed, alpha });
}

function listCells(scored: readonly ScoredResult[], agent: string): RunCell[] {
  return scored
    .filter(({ result }) => result.agentName === agent)
    .map(({ result, scores }) => ({ scenario: result.scenarioKey, values: scores }));
}
