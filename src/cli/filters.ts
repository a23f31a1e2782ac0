/** Filters of commands that work on stored results. */
import { requireMatches } from "../config/planning/selection.ts";

interface Pair {
  readonly scenarioKey: string;
  readonly agentName: string;
}

interface PairFilter {
  readonly scenario?: readonly string[];
  readonly agent?: readonly string[];
}

/** Throws if a filter matches nothing. `place` names where the results come from. */
export function requireFilterMatches({ scenario, agent }: PairFilter, pairs: readonly Pair[], place: string): void {
  const [keys, agents] = [pairs.map(({ scenarioKey }) => scenarioKey), pairs.map(({ agentName }) => agentName)];
  requireMatches(scenario, { noun: `scenario in ${place}`, names: keys, mark: "@" });
  requireMatches(agent, { noun: `agent in ${place}`, names: agents, mark: "|" });
}
