/** Which agents can be told apart by a metric: a paired test for every two of them, as in reports. */
import { lowestFirst, type RankingMetric } from "../../../core/report/agent-ranking.ts";
import {
  compareGroups,
  findPlaces,
  type GroupDifference,
  type NamedCells,
  type PlaceRange,
} from "../../../statistics/two-groups/compare-groups.ts";
import type { Database } from "../schema/database.ts";
import type { ScoreFilter } from "./counted-scores.ts";
import { readRunCells } from "./run-cells.ts";

export interface PlacedAgents {
  readonly differences: readonly GroupDifference[];
  /** Empty if the metric is not compared run by run. */
  readonly places: ReadonlyMap<string, PlaceRange>;
}

/** The pairs grow with the square of the agents. */
const maxAgents = 8;
/** How many numbers a request may shuffle: more runs get fewer draws, which still suffice for 0.05. */
const maxShuffled = 20_000_000;
const [leastDraws, mostDraws] = [999, 10_000];

interface RankedAgents {
  /** Best first. */
  readonly agents: readonly string[];
  readonly by: RankingMetric;
}

export async function compareAgents(
  database: Database,
  filter: ScoreFilter,
  { agents, by }: RankedAgents,
): Promise<PlacedAgents> {
  const compared = agents.slice(0, maxAgents);
  if (by === "cost-per-pass" || compared.length < 2) return { differences: [], places: new Map() };
  const cells = await readRunCells(database, filter, by);
  const groups = compared.map((name) => ({
    name,
    cells: cells.filter(({ agent }) => agent === name),
  }));
  const metric = by === "pass-rate" ? "pass" : "score";
  const differences = compareGroups(groups, { seed: "leaderboard", metric, samples: chooseDraws(groups) });
  const places = findPlaces(agents, differences, lowestFirst.has(by) ? "lowest" : "highest");
  return { differences, places };
}

function chooseDraws(groups: readonly NamedCells[]): number {
  const values = groups.flatMap(({ cells }) => cells).reduce((sum, cell) => sum + cell.values.length, 0);
  const draws = Math.floor(maxShuffled / Math.max(1, values * (groups.length - 1)));
  return Math.min(mostDraws, Math.max(leastDraws, draws));
}
