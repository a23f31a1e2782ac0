/** The leaderboard in one or two sentences: who leads, and who can be told apart. */
import { joinNames } from "../../../../src/report/text/format-standings.ts";
import { safeName } from "../../text/safe.ts";
import type { Board, Standing } from "../api/answers.ts";
import type { BoardMetric } from "./board-metrics.ts";

interface DescribedBoard {
  /** Ranked agents with a number, best first. */
  readonly ranked: readonly Standing[];
  readonly differences: Board["differences"];
  readonly metric: BoardMetric;
  /** How many runs an agent needs, in words. */
  readonly needed: string;
}

export function describeBoard({ ranked, differences, metric, needed }: DescribedBoard): string {
  const [first, second] = ranked;
  if (first === undefined) return `No agent is ranked yet: ranking needs ${needed}.`;
  if (second === undefined) return `${name(first)} is the only agent with at least ${needed}.`;
  if (differences.length === 0) return describeUntested(first, metric);
  const leaders = ranked.filter(({ places }) => places?.from === 1);
  const others = ranked.filter(({ places }) => places?.from !== 1);
  const behind = describeBehind(leaders, others, differences);
  const last = leaders.at(-1);
  if (leaders.length < 2 || last === undefined) return `${name(first)} leads${ahead(others)}.`;
  const gap = Math.abs((metric.read(first) ?? 0) - (metric.read(last) ?? 0));
  const within = leaders.length === 2 ? `: ${metric.formatDifference(gap)} may be chance` : "";
  return `${joinNames(leaders.map(name))} share the first place${within}.${behind}`;
}

function describeUntested(first: Standing, metric: BoardMetric): string {
  const value = metric.read(first);
  return `${name(first)} has the ${metric.best} ${metric.title.toLowerCase()}: ${value === null ? "unknown" : metric.format(value)}.`;
}

function ahead(others: readonly Standing[]): string {
  return `, ahead of ${joinNames(others.map(name))} by more than chance explains`;
}

function describeBehind(
  leaders: readonly Standing[],
  others: readonly Standing[],
  differences: Board["differences"],
): string {
  const all = others.filter(({ agent }) =>
    leaders.every((leader) =>
      differences.some(({ better, worse, apart }) => apart && better === leader.agent && worse === agent),
    ),
  );
  if (all.length === 0) return "";
  const whom = leaders.length === 2 ? "both" : "all of them";
  return ` ${joinNames(all.map(name))} ${all.length === 1 ? "is" : "are"} behind ${whom}.`;
}

function name({ agent }: Standing): string {
  return safeName(agent, 60);
}
