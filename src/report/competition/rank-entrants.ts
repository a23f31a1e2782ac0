/** Ranks the entrants of a competition: a strict total order on stored values, so that anybody can compute it again. */
import { pairId } from "../../core/cell.ts";
import { mean } from "../../statistics/mean.ts";
import type { CompetitionJudging, CompetitionPlace, CompetitionRank } from "../../core/report/competition.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { shortCard } from "../../core/run/run-scorecard.ts";
import type { RunStatus } from "../../core/report/run-status.ts";

/** The stored numbers of one run. */
export interface EntrantRun {
  readonly scenarioKey: string;
  readonly trial: number;
  readonly runId: string;
  readonly status: RunStatus;
  readonly isBlocked: boolean;
  readonly scorecard: number | null;
  readonly axisResult: number | null;
  readonly costUsd: number | null;
  readonly durationMs: number | null;
}

export interface RankingRequest {
  /** Everybody who takes part, also without a result. */
  readonly agents: readonly string[];
  /** Planned runs of each agent. */
  readonly runs: number;
  readonly rank: CompetitionRank;
  /** Absent where no judge compared patches. */
  readonly judging?: CompetitionJudging | undefined;
}

/** With what its duels add up to; null if it had none. */
type Entrant = Omit<CompetitionPlace, "place" | "rule"> & { readonly preferred: number | null };

interface Rule {
  readonly number: number;
  /** Below 0: the first is ahead. */
  readonly compare: (one: Entrant, other: Entrant) => number;
}

const byOutcome: Rule = {
  number: 1,
  compare: (one, other) => other.passed - one.passed || other.blocked - one.blocked,
};
const byScorecard: Rule = { number: 2, compare: (one, other) => other.scorecardTotal - one.scorecardTotal };
const byAxisResult: Rule = { number: 3, compare: (one, other) => compareHighest(one.axisResult, other.axisResult) };
const byCost: Rule = { number: 4, compare: (one, other) => compareLowest(one.costUsd, other.costUsd) };
const byTime: Rule = { number: 5, compare: (one, other) => compareLowest(one.durationMs, other.durationMs) };
const byName: Rule = {
  number: 6,
  compare: (one, other) => (one.agentName === other.agentName ? 0 : one.agentName < other.agentName ? -1 : 1),
};
const byJudge: Rule = { number: 7, compare: (one, other) => compareHighest(one.preferred, other.preferred) };

const rules: Readonly<Record<CompetitionRank, readonly Rule[]>> = {
  scorecard: [byOutcome, byScorecard, byAxisResult, byJudge, byCost, byTime, byName],
  axis: [byOutcome, byAxisResult, byScorecard, byJudge, byCost, byTime, byName],
  judge: [byOutcome, byJudge, byScorecard, byAxisResult, byCost, byTime, byName],
};

/** What one agent did in one scenario. */
interface EntrantResult {
  readonly scenarioKey: string;
  readonly agentName: string;
  /** The mean of its trials; null if none has a number. */
  readonly axisResult: number | null;
  readonly runs: readonly EntrantRun[];
}

/** The places, best first. The order of the results does not matter. */
export function rankEntrants(results: readonly PairResult[], request: RankingRequest): CompetitionPlace[] {
  const entrantResults = results.map((result) => ({
    ...result,
    axisResult: result.means.axisScore,
    runs: listEntrantRuns(result),
  }));
  return rankResults(entrantResults, request);
}

/** The same for runs that are in no report yet. */
export function rankRuns(
  runs: readonly (EntrantRun & { readonly agentName: string })[],
  request: RankingRequest,
): CompetitionPlace[] {
  const byPair = new Map<string, { agentName: string; scenarioKey: string; runs: EntrantRun[] }>();
  for (const run of runs) {
    const { agentName, scenarioKey } = run;
    const key = pairId({ agent: agentName, scenario: scenarioKey });
    const pair = byPair.get(key) ?? { agentName, scenarioKey, runs: [] };
    pair.runs.push(run);
    byPair.set(key, pair);
  }
  const results = [...byPair.values()].map((pair) => ({
    ...pair,
    axisResult: mean(pair.runs.flatMap(({ axisResult }) => axisResult ?? [])),
  }));
  return rankResults(results, request);
}

function rankResults(results: readonly EntrantResult[], request: RankingRequest): CompetitionPlace[] {
  const order = rules[request.rank];
  const entrants = request.agents
    .map((agentName) => describeEntrant(agentName, results, request))
    .toSorted((one, other) => findRule(order, one, other)?.compare(one, other) ?? 0);
  return entrants.map((entrant, index) => {
    const next = entrants[index + 1];
    const rule = next === undefined ? null : (findRule(order, entrant, next)?.number ?? null);
    const { preferred: _, ...numbers } = entrant;
    return { place: index + 1, ...numbers, rule };
  });
}

function findRule(order: readonly Rule[], one: Entrant, other: Entrant): Rule | undefined {
  return order.find(({ compare }) => compare(one, other) !== 0);
}

function describeEntrant(
  agentName: string,
  results: readonly EntrantResult[],
  { runs, judging }: RankingRequest,
): Entrant {
  // Sorted, because sums of fractions depend on their order.
  const mine = results
    .filter((result) => result.agentName === agentName)
    .toSorted((one, other) => (one.scenarioKey < other.scenarioKey ? -1 : 1));
  const finished = mine.flatMap((result) => result.runs);
  return {
    agentName,
    runs,
    passed: finished.filter(({ status }) => status === "passed").length,
    blocked: finished.filter(({ isBlocked }) => isBlocked).length,
    scorecardTotal: finished.reduce((sum, { scorecard }) => sum + (scorecard ?? 0), 0),
    axisResult: mean(mine.flatMap((result) => result.axisResult ?? [])),
    costUsd: sumKnown(finished.map(({ costUsd }) => costUsd)),
    durationMs: sumKnown(finished.map(({ durationMs }) => durationMs)),
    ...describeDuels(agentName, judging),
  };
}

/** The Bradley-Terry strength where all of them are known, rounded because it is found step by step; else the Copeland score. */
function describeDuels(
  agentName: string,
  judging: CompetitionJudging | undefined,
): Pick<Entrant, "duels" | "preferred"> {
  const own = judging?.agents.indexOf(agentName) ?? -1;
  if (judging === undefined || own < 0) return { preferred: null };
  const { wins, strengths, copeland } = judging;
  const won = (wins[own] ?? []).reduce((sum, count) => sum + count, 0);
  const lost = wins.reduce((sum, row) => sum + (row[own] ?? 0), 0);
  const strength = strengths?.every((each) => each.strength !== null) ? strengths[own]?.strength : undefined;
  const preferred = typeof strength === "number" ? Number(strength.toFixed(9)) : (copeland[own] ?? null);
  return { preferred, duels: { played: won + lost, won } };
}

/** Null if nothing is there, or any part is unknown. */
function sumKnown(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 || known.length < parts.length ? null : known.reduce((sum, part) => sum + part, 0);
}

/** The runs of a result, in order. */
export function listEntrantRuns(result: PairResult): EntrantRun[] {
  const { scenarioKey } = result;
  const runs = result.trials ?? [{ ...toSingleTrial(result), trial: 1 }];
  return runs
    .map(({ trial, runId, status, scorecard, axisScore, costUsd = null, durationMs }) => ({
      scenarioKey,
      trial,
      runId,
      status,
      isBlocked: scorecard?.outcome === "BLOCKED",
      scorecard: scorecard?.score ?? null,
      axisResult: axisScore,
      costUsd,
      durationMs,
    }))
    .toSorted((one, other) => one.trial - other.trial);
}

function toSingleTrial(result: PairResult) {
  const { runId, status, scorecard, score, totalCostUsd, durationMs } = result;
  return {
    runId,
    status,
    scorecard: scorecard === undefined ? undefined : shortCard(scorecard),
    axisScore: score?.axisScore ?? null,
    costUsd: totalCostUsd ?? null,
    durationMs,
  };
}

/** The best of some runs by the same rules; undefined if none passed. */
export function findBestRun(runs: readonly EntrantRun[], rank: CompetitionRank): EntrantRun | undefined {
  const byCard = (one: EntrantRun, other: EntrantRun) => compareHighest(one.scorecard, other.scorecard);
  const byResult = (one: EntrantRun, other: EntrantRun) => compareHighest(one.axisResult, other.axisResult);
  const [first, second] = rank === "axis" ? [byResult, byCard] : [byCard, byResult];
  return runs
    .filter(({ status }) => status === "passed")
    .toSorted(
      (one, other) =>
        first(one, other) ||
        second(one, other) ||
        compareLowest(one.costUsd, other.costUsd) ||
        compareLowest(one.durationMs, other.durationMs) ||
        one.trial - other.trial,
    )[0];
}

/** Unknown numbers come last. */
function compareHighest(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return other - one;
}

function compareLowest(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
}
