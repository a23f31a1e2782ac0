/** Which duels of a competition a judge has to decide, and what their results add up to. */
import type {
  CompetitionDuel,
  CompetitionJudging,
  CompetitionPlace,
  CompetitionRank,
} from "../../core/report/competition.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { rankStrengths } from "../../statistics/judges/rank-strengths.ts";
import { findBestRun, listEntrantRuns, rankEntrants, type RankingRequest } from "./rank-entrants.ts";

/** More entrants are too many to meet all against all. */
export const mostJudged = 8;

/** Two runs whose patches a judge compares. */
export interface DuelRuns {
  readonly scenarioKey: string;
  readonly one: DuelRun;
  readonly other: DuelRun;
}

interface DuelRun {
  readonly agentName: string;
  readonly runId: string;
}

/** With `judge`, all entrants that passed meet each other; otherwise only those that nothing before the cost tells apart. */
export function listDuels(results: readonly PairResult[], request: RankingRequest): DuelRuns[] {
  const ranking = rankEntrants(results, request).filter(({ passed }) => passed > 0);
  const groups = request.rank === "judge" ? [ranking] : groupEqual(ranking);
  return groups
    .filter(({ length }) => length > 1 && length <= mostJudged)
    .flatMap((group) => pairUp(group.map(({ agentName }) => agentName).toSorted()))
    .flatMap(([one, other]) => meet(results, { one, other, rank: request.rank }));
}

/** The rules that come after the judge: cost, time, name. */
const laterRules: readonly (number | null)[] = [4, 5, 6];

/** Neighbours that only a rule after the judge tells apart. */
function groupEqual(ranking: readonly CompetitionPlace[]): CompetitionPlace[][] {
  const groups: CompetitionPlace[][] = [];
  for (const [index, place] of ranking.entries()) {
    const before = ranking[index - 1];
    if (before !== undefined && laterRules.includes(before.rule)) groups.at(-1)?.push(place);
    else groups.push([place]);
  }
  return groups;
}

function pairUp(names: readonly string[]): [string, string][] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other): [string, string] => [one, other]));
}

interface Meeting {
  readonly one: string;
  readonly other: string;
  readonly rank: CompetitionRank;
}

/** They meet in every scenario that both have passed, with their best runs. */
function meet(results: readonly PairResult[], { one, other, rank }: Meeting): DuelRuns[] {
  const best = (agentName: string) =>
    new Map(
      results
        .filter((result) => result.agentName === agentName)
        .map((result) => [result.scenarioKey, findBestRun(listEntrantRuns(result), rank)?.runId]),
    );
  const [ones, others] = [best(one), best(other)];
  return [...ones].toSorted().flatMap(([scenarioKey, runId]) => {
    const against = others.get(scenarioKey);
    if (runId === undefined || against === undefined) return [];
    return { scenarioKey, one: { agentName: one, runId }, other: { agentName: other, runId: against } };
  });
}

/** What a judge was asked, and what it said. */
export type JudgedDuels = Pick<CompetitionJudging, "judge" | "notes" | "costUsd"> & {
  readonly duels: readonly CompetitionDuel[];
};

/** Adds up wins; strengths only of several scenarios. */
export function addUpDuels({ duels, ...head }: JudgedDuels, seed: string): CompetitionJudging {
  const agents = [...new Set(duels.flatMap(({ one, other }) => [one, other]))].toSorted();
  const scenarios = [...new Set(duels.map(({ scenarioKey }) => scenarioKey))].toSorted();
  const wins = countWins(duels, agents);
  const tasks = scenarios.map((key) =>
    countWins(
      duels.filter(({ scenarioKey }) => scenarioKey === key),
      agents,
    ),
  );
  const open = duels.filter(({ result }) => result === null).length;
  const missing = `${open} of ${duels.length} duels have no answer, and count for nobody.`;
  return {
    ...head,
    notes: open === 0 ? head.notes : [...head.notes, missing],
    duels: [...duels],
    agents,
    wins,
    copeland: agents.map((_, own) =>
      agents.reduce((sum, _other, other) => sum + Math.sign((wins[own]?.[other] ?? 0) - (wins[other]?.[own] ?? 0)), 0),
    ),
    strengths:
      tasks.length < 2
        ? null
        : rankStrengths(tasks, `${seed}/duels`).map((strength, index) => ({
            agentName: agents[index] ?? "",
            ...strength,
          })),
  };
}

function countWins(duels: readonly CompetitionDuel[], agents: readonly string[]): number[][] {
  const wins = agents.map(() => agents.map(() => 0));
  const add = (winner: string, loser: string, won: number) => {
    const row = wins[agents.indexOf(winner)] ?? [];
    row[agents.indexOf(loser)] = (row[agents.indexOf(loser)] ?? 0) + won;
  };
  for (const { one, other, result } of duels) {
    if (result === null) continue;
    if (result !== "other") add(one, other, result === "tie" ? 0.5 : 1);
    if (result !== "one") add(other, one, result === "tie" ? 0.5 : 1);
  }
  return wins;
}
