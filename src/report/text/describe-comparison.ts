/** Says what a comparison found: the sentence of its heading, and what the gate objects to. */
import { listObjections, readAgentWord } from "../../core/report/change-verdict.ts";
import type { Comparison } from "../../core/report/comparison.ts";
import type { AgentVerdict } from "../../core/report/verdict.ts";
import { formatCount } from "../../core/format-count.ts";
import { withDecidingNumbers } from "../verdicts/deciding-numbers.ts";
import { formatPoints, formatShare } from "./format-verdict.ts";

/** More agents than this are counted instead of named. */
const mostNames = 3;

/** One sentence without a full stop. It contains the names of agents. */
export function describeComparison(comparison: Comparison): string {
  return listFindings(comparison).join("; ");
}

/** The same in parts, the most important first; never empty. */
export function listFindings(comparison: Comparison): string[] {
  const { verdict } = comparison;
  if (verdict === "REGRESSED") return listRegressions(comparison);
  if (verdict === "NOT ENOUGH DATA") return listOpenQuestions(comparison);
  if (verdict === "NO CHANGE") return ["No agent regressed"];
  const moves = describeMoves(comparison, "IMPROVED");
  return moves.length === 0 ? [countImproved(comparison)] : moves;
}

/** What the exit code means, as a sentence. */
export function describeExitCode(comparison: Comparison): string {
  if (comparison.ok) return "Nothing here fails the comparison: exit code 0.";
  const { agents, results, gone, failing, unproven, sparse, lost } = listObjections(comparison);
  const reasons: readonly (readonly [readonly unknown[], string])[] = [
    [agents, "One regressed agent is enough to fail"],
    [results, "One regressed result is enough to fail"],
    [gone, "One result that passed and is gone is enough to fail"],
    [failing, "One result that passed and fails now is enough to fail"],
    [unproven, "A drop that cannot be ruled out is enough to fail"],
    [sparse, "Too many runs have no number"],
    [lost, "One result that can no longer be scored is enough to fail"],
  ];
  const reason =
    reasons.find(([list]) => list.length > 0)?.[1] ?? "With --strict, one missing result is enough to fail";
  return `${reason}: exit code 1.`;
}

/** Which baseline a report was compared with. */
export function nameBaseline({ baselineName, from }: Pick<Comparison, "baselineName" | "from">): string {
  return baselineName === undefined ? from : `the baseline "${baselineName}"`;
}

/** Why the gate rejects a comparison. Results that fail now are not repeated: the gate lists every failed result. */
export function listRegressionReasons(comparison: Comparison): string[] {
  const { results, gone, unproven } = listObjections(comparison);
  return [
    ...describeMoves(comparison, "REGRESSED"),
    ...(results.length === 0 ? [] : [`${formatCount(results.length, "result")} regressed`]),
    ...describePassed(gone.length, "is gone", "are gone"),
    ...unproven.map(describeUnproven),
  ];
}

/** Agents with so many runs without a number that nothing can be concluded. */
export function listSparseReasons(comparison: Comparison): string[] {
  return listObjections(comparison).sparse.map(describeSparse);
}

function listRegressions(comparison: Comparison): string[] {
  const { agents, failing } = listObjections(comparison);
  const [first, ...others] = listRegressionReasons(comparison);
  const tested = agents.length === 1 && agents[0]?.rule !== "tolerance";
  const parts = [
    ...(first === undefined ? [] : [tested ? `${first}, and that is more than chance explains` : first]),
    ...others,
    ...describePassed(failing.length, "fails now", "fail now"),
  ];
  const gone = comparison.entries.filter(({ kind }) => kind === "gone").length;
  return parts.length > 0 ? parts : [`${formatCount(gone, "result")} ${gone === 1 ? "is" : "are"} gone`];
}

function listOpenQuestions(comparison: Comparison): string[] {
  const { verdicts } = comparison;
  const { failing, unproven, sparse, lost } = listObjections(comparison);
  if (verdicts.length === 0) return ["No result is on both sides"];
  const parts = [
    ...describePassed(failing.length, "fails now", "fail now"),
    ...unproven.map(describeUnproven),
    ...sparse.map(describeSparse),
    ...(lost.length === 0 ? [] : [`${formatCount(lost.length, "result")} could not be scored`]),
  ];
  const open = verdicts.filter((verdict) => readAgentWord(verdict) === "NOT ENOUGH DATA");
  return parts.length > 0 ? parts : [`These runs cannot show whether ${joinNames(open)} changed`];
}

function countImproved({ entries }: Comparison): string {
  const improved = entries.filter(({ verdict }) => verdict === "IMPROVED");
  return `${formatCount(improved.length, "result")} improved`;
}

/** One phrase per agent with this word whose mean moved accordingly; its results may have moved without it. */
function describeMoves(comparison: Comparison, word: "REGRESSED" | "IMPROVED"): string[] {
  const [verb, direction] = word === "REGRESSED" ? (["regressed", -1] as const) : (["improved", 1] as const);
  const moved = comparison.verdicts
    .filter((verdict) => readAgentWord(verdict) === word)
    .map((verdict) => withDecidingNumbers(verdict, comparison))
    .filter(({ estimate, rule }) => (estimate ?? 0) * direction > (rule === "tolerance" ? comparison.tolerance : 0))
    .toSorted((a, b) => ((b.estimate ?? 0) - (a.estimate ?? 0)) * direction);
  const named = moved.slice(0, mostNames).map(({ agentName, estimate, metric, rule }) => {
    const unit = metric === "pass" && rule !== "tolerance" ? "points of pass rate" : "points";
    return `${agentName} ${verb} by ${formatPoints(estimate ?? 0)} ${unit}`;
  });
  const hidden = moved.length - named.length;
  return hidden === 0 ? named : [...named, `${formatCount(hidden, "more agent")} ${verb}`];
}

function describePassed(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${formatCount(count, "result")} that passed ${count === 1 ? one : many}`];
}

function describeUnproven({ agentName, margin }: AgentVerdict): string {
  return `${agentName}: a drop of ${margin} points cannot be ruled out`;
}

function describeSparse({ agentName, missingShare }: AgentVerdict): string {
  return `${agentName}: ${formatShare(missingShare ?? 0)} of the runs have no number`;
}

function joinNames(verdicts: readonly AgentVerdict[]): string {
  const names = verdicts.slice(0, mostNames).map(({ agentName }) => agentName);
  const hidden = verdicts.length - names.length;
  if (hidden > 0) return `${names.join(", ")} and ${formatCount(hidden, "more agent")}`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
