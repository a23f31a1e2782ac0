/** The notes below a table row: why a result has no number, what lowered it, and how far its trials are apart. */
import { wilsonInterval } from "../../statistics/one-group/wilson.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
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
  const cards = describeCards(result);
  if (result.outcomeClass === "notRun") return [`not run: ${result.error ?? "stopped"}`, ...cards];
  if (result.failed) return [`failed (${result.outcomeClass}): ${result.error ?? result.outcome.status}`, ...cards];
  if (result.score === undefined) return cards;
  const reason = result.score.axisScore === null ? [`no AXIS Result: ${result.score.reason ?? "unknown"}`] : [];
  const insights = result.score.insights.map(({ message }) => message);
  return [...reason, ...insights, ...describeSpread(result), ...cards];
}

/** Says what the passes prove, so that no one reads a few passes as "always". */
function describePasses(
  { passes, passAtK, flaky }: NonNullable<PairResult["spread"]>,
  stoppedAt: PairResult["stoppedAt"],
): string[] {
  const graded = Math.max(0, ...Object.keys(passAtK ?? {}).map(Number));
  const interval = stoppedAt?.passRate ?? wilsonInterval(passes ?? 0, graded);
  if (passes === undefined || passes === null || interval === null) return [];
  const decided = stoppedAt === undefined ? "" : `; stopped after ${stoppedAt.trials} trials (${stoppedAt.decision})`;
  return [`${passes} of ${graded} passed${flaky ? ", flaky" : ""}: a pass rate of ${formatRates(interval)}${decided}`];
}

/** The scorecards of all trials, since the row shows only one. */
function describeCards({ trials = [] }: PairResult): string[] {
  const cards = trials.flatMap(({ scorecard }) => scorecard ?? []);
  if (cards.length < 2) return [];
  const scores = cards.map(({ score }) => score);
  const counted = (["Elite", "Gold", "Silver", "Bronze"] as const)
    .map((tier) => ({ tier, count: cards.filter((card) => card.tier === tier).length }))
    .filter(({ count }) => count > 0)
    .map(({ tier, count }) => `${count} ${tier}`);
  return [`${cards.length} scorecards: from ${Math.min(...scores)} to ${Math.max(...scores)}, ${counted.join(", ")}`];
}

function describeSpread({ spread, stoppedAt }: PairResult): string[] {
  if (spread === undefined) return [];
  const deviation = spread.stdev === null ? "" : `, standard deviation ${spread.stdev.toFixed(1)}`;
  const numbers = `${spread.n} scored trials: mean ${spread.mean.toFixed(1)}, from ${spread.min} to ${spread.max}${deviation}`;
  return [numbers, ...describePasses(spread, stoppedAt)];
}
