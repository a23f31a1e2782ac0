/** Decides whether the winner's agent is ahead of every other one by more than chance explains. */
import type { CompetitionDifference } from "../../core/report/competition.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { resolveVerdictRules, type VerdictRules } from "../../core/report/verdict.ts";
import { holm } from "../../statistics/planning/corrections.ts";
import { compareRuns, type RunComparison } from "../../statistics/two-groups/compare-runs.ts";
import type { RunCell } from "../../statistics/two-groups/pairing.ts";
import { listTrials } from "../trials/trials.ts";
import { estimateNeeded } from "../verdicts/needed.ts";
import { selectValue, toPoints } from "../verdicts/sides.ts";

export interface ProofRequest {
  readonly winner: string;
  /** All other agents. */
  readonly others: readonly string[];
  readonly rules: VerdictRules;
  readonly seed: string;
}

/** Compares the winner with every other agent, paired by scenario. The level holds for all of them together. */
export function compareWinner(
  results: readonly PairResult[],
  { winner, others, rules, seed }: ProofRequest,
): CompetitionDifference[] {
  const tested = others.map((agentName) => {
    const draws = `${seed}/competition/${winner}/${agentName}`;
    const byMetric = testPair(results, [agentName, winner], { rules, seed: draws });
    // An agent whose runs a gate stopped has no AXIS Result, but its runs did not pass.
    const isEmpty = byMetric.found.scenarios === 0 && rules.metric === "score";
    const passes: VerdictRules = { ...rules, metric: "pass", margin: defaultPassMargin };
    return isEmpty ? testPair(results, [agentName, winner], { rules: passes, seed: draws }) : byMetric;
  });
  const adjusted = holm(tested.map(({ found }) => found.p));
  return tested.map(({ agentName, found, ...sides }, index) => {
    const adjustedP = adjusted[index] ?? null;
    const isBehind = found.improved && adjustedP !== null && adjustedP <= rules.alpha;
    return {
      agentName,
      metric: sides.rules.metric,
      scenarios: found.scenarios,
      estimate: toPointsOrNull(found.estimate),
      lower: toPointsOrNull(found.lower),
      upper: toPointsOrNull(found.upper),
      p: found.p,
      adjustedP,
      isBehind,
      trialsNeeded: isBehind ? null : findTrials(sides, found),
      neededFor: findNeededGap(sides, found),
    };
  });
}

/** In percentage points. */
const defaultPassMargin = resolveVerdictRules({ metric: "pass" }).margin;

interface TestedSides {
  readonly theirs: readonly RunCell[];
  readonly mine: readonly RunCell[];
  readonly rules: VerdictRules;
}

function testPair(
  results: readonly PairResult[],
  [agentName, winner]: readonly [string, string],
  { rules, seed }: Pick<ProofRequest, "rules" | "seed">,
) {
  const [theirs, mine] = [listCells(results, agentName, rules), listCells(results, winner, rules)];
  const { metric, alpha, scope } = rules;
  return {
    agentName,
    theirs,
    mine,
    rules,
    found: compareRuns(theirs, mine, { metric, alpha, scope, margin: 0, seed }),
  };
}

function toPointsOrNull(share: number | null): number | null {
  return share === null ? null : toPoints(share);
}

function listCells(results: readonly PairResult[], agent: string, { metric }: VerdictRules): RunCell[] {
  const value = selectValue(metric);
  return results
    .filter(({ agentName }) => agentName === agent)
    .toSorted((one, other) => (one.scenarioKey < other.scenarioKey ? -1 : 1))
    .map((result) => ({ scenario: result.scenarioKey, values: listTrials(result).map(value) }));
}

function findNeededGap({ rules }: TestedSides, { estimate }: RunComparison): number {
  return Math.max(rules.margin, Math.abs(toPoints(estimate ?? 0)));
}

function findTrials(sides: TestedSides, found: RunComparison): number | null {
  const { theirs, mine, rules } = sides;
  const partner = new Map(mine.map(({ scenario, values }) => [scenario, values]));
  const rows = theirs
    .map(({ scenario, values }) => ({
      scenarioKey: scenario,
      a: dropUnknown(values),
      b: dropUnknown(partner.get(scenario) ?? []),
    }))
    .filter(({ a, b }) => a.length > 0 && b.length > 0);
  const margin = findNeededGap(sides, found);
  return estimateNeeded(rows, found.scope, { ...rules, margin })?.trials ?? null;
}

function dropUnknown(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}
