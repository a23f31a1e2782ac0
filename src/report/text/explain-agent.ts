/** Says why an agent has its word in a comparison: what is proven, what the trials could show, what it cost. */
import { formatCount } from "../../core/format-count.ts";
import { readAgentWord, readTestWord } from "../../core/report/change-verdict.ts";
import type { AgentVerdict } from "../../core/report/verdict.ts";
import { trialsNote } from "../verdicts/deciding-numbers.ts";
import { dimensionLabels, formatPoints } from "./format-verdict.ts";

/** Passed runs or results of an agent, of those that count. */
export interface PassCounts {
  readonly passed: number;
  readonly of: number;
}

export interface AgentPasses {
  readonly before: PassCounts;
  readonly after: PassCounts;
  /** Results are counted where a baseline does not say which runs passed. */
  readonly counted: "runs" | "results";
}

interface AgentFacts {
  readonly verdict: AgentVerdict;
  readonly passes: AgentPasses;
  readonly tolerance: number;
}

/** A cost that changed less than this is not worth a word. */
const sameCost = 0.05;

/** Sentences, the most telling first. */
export function explainAgent({ verdict, passes, tolerance }: AgentFacts): string[] {
  return [
    ...listProvenDimensions(verdict),
    ...describePasses(passes),
    ...describeRule(verdict, tolerance),
    ...describeNeeded(verdict),
    ...describeCost(verdict),
    ...describeMissing(verdict),
  ];
}

function listProvenDimensions({ dimensions }: AgentVerdict): string[] {
  const proven = dimensions.filter(({ verdict, improved }) => verdict === "regressed" || improved);
  const side = (value: number | null) => String(Math.round(value ?? 0));
  return proven.map(
    ({ dimension, baseline, current }) => `${dimensionLabels[dimension]} ${side(baseline)} → ${side(current)}, proven.`,
  );
}

function describePasses({ before, after, counted }: AgentPasses): string[] {
  if (before.of + after.of === 0) return [];
  if (before.of === after.of) return [`Passed ${before.passed} → ${after.passed} of ${after.of} ${counted}.`];
  return [`Passed ${before.passed} of ${before.of} → ${after.passed} of ${after.of} ${counted}.`];
}

function describeRule(verdict: AgentVerdict, tolerance: number): string[] {
  if (verdict.rule !== "tolerance") return [];
  const note = trialsNote(verdict).replace(/^, /, "");
  const counts = `a change of more than ${formatCount(tolerance, "point")} counts.`;
  if (note === "") return [`By tolerance: ${counts}`];
  return [`${note.charAt(0).toUpperCase()}${note.slice(1)}: ${counts}`];
}

/** What an undecided comparison would have needed. */
function describeNeeded({ needed, margin }: AgentVerdict): string[] {
  if (needed === null) return [];
  const { detectable, trials, scenarios } = needed;
  const seen =
    detectable === null
      ? "These trials cannot show a drop of any size"
      : `These trials show a drop of ${formatPoints(detectable)} points`;
  if (trials !== null)
    return [`${seen}, not one of ${margin}: that needs about ${formatCount(trials, "trial")} per scenario.`];
  if (scenarios !== null)
    return [`${seen}, not one of ${margin}: that needs about ${formatCount(scenarios, "scenario")}.`];
  return [`${seen}.`];
}

function describeCost({ resources }: AgentVerdict): string[] {
  const ratio = resources.find(({ reading }) => reading === "costUsd")?.ratio ?? null;
  return ratio === null || Math.abs(ratio - 1) < sameCost ? [] : [`Cost × ${ratio.toFixed(2)}.`];
}

/** Only where the missing numbers could change the word. */
function describeMissing(verdict: AgentVerdict): string[] {
  const { missing, worstCase, rule } = verdict;
  if (missing === 0 || worstCase === null || rule === "tolerance") return [];
  const worst = readTestWord(worstCase);
  if (worst === readAgentWord(verdict)) return [];
  const runs = `${formatCount(missing, "run")} without a number`;
  return [`With its ${runs} at ${missing === 1 ? "its" : "their"} worst it would be “${worst.toLowerCase()}”.`];
}
