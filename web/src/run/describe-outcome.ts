/** Says in sentences how a run came out: what holds and what does not, and how it ended. */
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { GradedCriterion } from "../../../src/core/score/axis-result.ts";
import { formatDuration } from "../../../src/report/text/format.ts";

/** The heading: one sentence with a full stop. */
export function describeOutcome(detail: RunDetail): string {
  const { status, why, outcome, score } = detail;
  const checks = score?.goalAchievement.criteria ?? [];
  if (status === "passed") return describePass(checks);
  if (outcome.status === "failed" && outcome.code === "agent") return `Gave up: ${quote(outcome.message)}.`;
  const broken = status === "failed" && outcome.status === "completed" ? listBroken(checks) : [];
  if (broken.length > 1) return `${broken.length} of ${checks.length} checks do not hold: ${quote(broken[0]!.check)}.`;
  return toSentence(why ?? "no reason was recorded");
}

/** Verified checks that do not hold in full. */
function listBroken(checks: readonly GradedCriterion[]): GradedCriterion[] {
  return checks.filter(({ by, score }) => by === "verify" && score !== 10);
}

/** Enough for a heading; the rest stands below. */
export const longestTitle = 200;

function quote(text: string): string {
  return `“${text.length > longestTitle ? `${text.slice(0, longestTitle)}…` : text}”`;
}

/** A run can pass although a judged check has less than 10 of 10. */
function describePass(checks: readonly GradedCriterion[]): string {
  const whole = checks.filter(({ score }) => score === 10).length;
  if (checks.length === 0) return "It passed.";
  if (whole < checks.length) return `It passed: ${whole} of ${checks.length} checks hold in full.`;
  return checks.length === 1 ? "Its check holds." : `All ${checks.length} checks hold.`;
}

/** Reasons are stored without a capital and a full stop. */
export function toSentence(reason: string): string {
  const text = `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** How it ended: by itself, by a failure, or because it was stopped. */
export function describeEnd({ outcome, durationMs, exitCode }: RunDetail): string {
  const after = durationMs === null ? "" : ` after ${formatDuration(durationMs)}`;
  switch (outcome.status) {
    case "completed":
      return `The agent ended by itself${after}.`;
    case "failed":
      if (outcome.code === "agent") return `The agent gave up${after}.`;
      return `The run failed${after} (${outcome.code}${exitCode === null ? "" : `, exit code ${exitCode}`}).`;
    case "stopped":
      return `The run was stopped${after}: ${stops[outcome.by]}.`;
  }
}

const stops = {
  time: "its time was over",
  tokens: "it used more tokens than it may",
  cost: "it cost more than it may",
  user: "a person stopped it",
  failures: "too many runs had failed",
} as const;
