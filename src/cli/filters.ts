/** Filters of commands that look at what is stored: a pattern that matches nothing is a typo, and would narrow without a word. */
import { didYouMean } from "../config/validation/suggest.ts";
import { AxisError } from "../core/error.ts";
import { nearest } from "../core/names/nearest.ts";
import { matchesName } from "../core/paths/glob.ts";

interface Pair {
  readonly scenarioKey: string;
  readonly agentName: string;
}

interface PairFilter {
  readonly scenario?: readonly string[];
  readonly agent?: readonly string[];
}

/** `place` says whose pairs they are. */
export function requireMatches({ scenario, agent }: PairFilter, pairs: readonly Pair[], place: string): void {
  const kinds = [
    { noun: "scenario", patterns: scenario, mark: "@" as const, names: pairs.map(({ scenarioKey }) => scenarioKey) },
    { noun: "agent", patterns: agent, mark: "|" as const, names: pairs.map(({ agentName }) => agentName) },
  ];
  for (const { noun, patterns, mark, names } of kinds) {
    const idle = patterns?.find((pattern) => !names.some((name) => matchesName(pattern, name, mark)));
    if (idle === undefined) continue;
    const known = [...new Set(names)].toSorted();
    const meant = nearest(idle, [...known, ...known.map((name) => name.split(mark)[0] ?? name)]);
    throw new AxisError("plan-empty", `No ${noun} of ${place} matches ${JSON.stringify(idle)}`, {
      hint: didYouMean(idle, meant === undefined ? known : [meant]),
    });
  }
}
