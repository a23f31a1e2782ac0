/** The notes below a table row: why a result has no number, what lowered it, and how far its trials are apart. */
import { wilsonInterval } from "../../statistics/one-group/wilson.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import { formatCount } from "../../core/format-count.ts";
import { isCounted } from "../../core/report/run-status.ts";
import { formatRates } from "./format-verdict.ts";
import { terminalLine, wrapWidth } from "./terminal-safe.ts";

const indent = "  ";
/** Enough for a sentence with its fix; program output may be longer. */
const mostNoteLines = 4;

/** Lines of at most `width` columns. */
export function pairNotes(result: PairResult, width: number): string[] {
  return listNotes(result).flatMap((text) =>
    wrapWidth(terminalLine(text), width - 2 * indent.length, mostNoteLines).map(
      (line, index) => `${indent}${index === 0 ? "" : indent}${line}`,
    ),
  );
}

function listNotes(result: PairResult): string[] {
  const { score, trials, means } = result;
  const reason = score !== undefined && means.axisScore === null && isCounted(result.status) ? [noResult(score)] : [];
  // With several trials, the insights of one of them would not describe the others.
  const insights = trials === undefined ? (score?.insights ?? []) : [];
  // Why a run failed names the check already.
  const news = insights.filter(({ dimension }) => result.status !== "failed" || dimension !== "goalAchievement");
  return [...describeFailures(result), ...reason, ...news.map(({ message }) => message), ...describeSpread(result)];
}

function noResult({ reason }: NonNullable<PairResult["score"]>): string {
  return `no AXIS Result: ${reason ?? "unknown"}`;
}

/** Why trials did not pass; trials with the same reason share a line. */
function describeFailures({ status, why, trials }: PairResult): string[] {
  if (trials === undefined) return status === "passed" ? [] : [`${status}: ${why ?? "no reason was recorded"}`];
  const groups = new Map<string, number[]>();
  for (const trial of trials) {
    if (trial.status === "passed") continue;
    const reason = `${trial.status}: ${trial.why ?? "no reason was recorded"}`;
    groups.set(reason, [...(groups.get(reason) ?? []), trial.trial]);
  }
  return [...groups].map(
    ([reason, numbers]) => `trial${numbers.length === 1 ? "" : "s"} ${numbers.join(", ")} ${reason}`,
  );
}

/** Says what the passes prove, so that no one reads a few passes as "always". */
function describePasses(
  { passes, passAtK }: NonNullable<PairResult["spread"]>,
  stoppedAt: PairResult["stoppedAt"],
): string[] {
  const graded = Math.max(0, ...Object.keys(passAtK ?? {}).map(Number));
  const interval = stoppedAt?.passRate ?? wilsonInterval(passes ?? 0, graded);
  if (passes === undefined || passes === null || interval === null) return [];
  const decided = stoppedAt === undefined ? "" : `; stopped after ${stoppedAt.trials} trials (${stoppedAt.decision})`;
  return [`${passes} of ${graded} passed, a pass rate of ${formatRates(interval)}${decided}`];
}

function describeSpread({ spread, stoppedAt }: PairResult): string[] {
  if (spread === undefined) return [];
  const deviation = spread.stdev === null ? "" : `, standard deviation ${spread.stdev.toFixed(1)}`;
  const numbers = `${formatCount(spread.n, "trial")} from ${spread.min} to ${spread.max}${deviation}`;
  return [[numbers, ...describePasses(spread, stoppedAt)].join("; ")];
}
