/** Says which agents can be told apart. Pages use it too, so it imports no schema. */
import type { AgentDifference } from "../../core/report/standings.ts";
import { formatChange, formatPoints } from "./format-verdict.ts";

/** Pairs are spelled out for as many agents; beyond, only the best one is compared with the others. */
const mostSpelled = 3;

/** Sentences with full stops, about the agents in the order of their means; empty for a single agent. */
export function describeStandings(differences: readonly AgentDifference[]): string[] {
  const agents = [...new Set(differences.flatMap(({ better, worse }) => [better, worse]))];
  const [leader] = agents;
  if (leader === undefined) return [];
  const told = differences.filter(({ estimate }) => estimate !== null);
  return agents.length > mostSpelled
    ? describeLeader(
        leader,
        told.filter(({ better }) => better === leader),
      )
    : [...told.filter(({ apart }) => !apart).map(describeClose), ...describeBehind(agents, told)];
}

function describeClose({ better, worse, estimate, lower, upper }: AgentDifference): string {
  const bounds = lower === null || upper === null ? "" : `, 95 % from ${formatChange(lower)} to ${formatChange(upper)}`;
  const size = `${formatPoints(estimate ?? 0)} points${bounds}`;
  return `${better} and ${worse} cannot be told apart: ${size}.`;
}

function describeBehind(agents: readonly string[], told: readonly AgentDifference[]): string[] {
  return agents.flatMap((agent) => {
    const ahead = told.filter(({ worse, apart }) => worse === agent && apart);
    if (ahead.length === 0) return [];
    const names = ahead.map(({ better }) => better);
    const whom = names.length === 2 && agents.length === mostSpelled ? "both" : joinNames(names);
    const sizes = joinNames(ahead.map(({ estimate }) => formatPoints(estimate ?? 0)));
    return [`${agent} is behind ${whom}: ${sizes} points.`];
  });
}

function describeLeader(leader: string, told: readonly AgentDifference[]): string[] {
  const ahead = told.filter(({ apart }) => apart).map(({ worse }) => worse);
  const close = told.filter(({ apart }) => !apart).map(({ worse }) => worse);
  return [
    ...(ahead.length === 0 ? [] : [`${leader} is ahead of ${joinNames(ahead)}.`]),
    ...(close.length === 0 ? [] : [`${leader} cannot be told apart from ${joinNames(close)}.`]),
  ];
}

/** `a`, `a and b`, `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
