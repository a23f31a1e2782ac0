/** Decides whether the winner's agent is ahead of every other one by more than chance explains. */
import type { CompetitionDifference } from "../../core/report/competition.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { VerdictRules } from "../../core/report/verdict.ts";
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
  const mine = listCells(results, winner, rules);
  const tested = others.map((agentName) => {
    const theirs = listCells(results, agentName, rules);
    const { metric, alpha, scope } = rules;
    const options = { metric, alpha, scope, margin: 0, seed: `${seed}/competition/${winner}/${agentName}` };
    return { agentName, theirs, found: compareRuns(theirs, mine, options) };
  });
  const adjusted = holm(tested.map(({ found }) => found.p));
  return tested.map(({ agentName, theirs, found }, index) => {
    const adjustedP = adjusted[index] ?? null;
    const isBehind = found.improved && adjustedP !== null && adjustedP <= rules.alpha;
    return {
      agentName,
      scenarios: found.scenarios,
      estimate: toPointsOrNull(found.estimate),
      lower: toPointsOrNull(found.lower),
      upper: toPointsOrNull(found.upper),
      p: found.p,
      adjustedP,
      isBehind,
      trialsNeeded: isBehind ? null : findTrials({ theirs, mine }, found, rules),
    };
  });
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

/** The trials that would show a difference as large as the one seen, or as the margin where that is larger. */
function findTrials(
  { theirs, mine }: { readonly theirs: readonly RunCell[]; readonly mine: readonly RunCell[] },
  { estimate, scope }: RunComparison,
  rules: VerdictRules,
): number | null {
  const partner = new Map(mine.map(({ scenario, values }) => [scenario, values]));
  const rows = theirs
    .map(({ scenario, values }) => ({
      scenarioKey: scenario,
      a: dropUnknown(values),
      b: dropUnknown(partner.get(scenario) ?? []),
    }))
    .filter(({ a, b }) => a.length > 0 && b.length > 0);
  const margin = Math.max(rules.margin, Math.abs(toPoints(estimate ?? 0)));
  return estimateNeeded(rows, scope, { ...rules, margin })?.trials ?? null;
}

function dropUnknown(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}
