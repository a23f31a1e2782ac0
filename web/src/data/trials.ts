/** The runs of a result, and sentences about them. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import type { ShortCard } from "../../../src/core/run/run-scorecard.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { formatPoints, formatRate, formatShare } from "../../../src/report/text/format-verdict.ts";

/** One trial of a result. */
export interface ResultRun {
  readonly trial: number;
  readonly runId: string;
  readonly file: string;
  readonly status: RunStatus;
  readonly axisScore: number | null;
  readonly why?: string | undefined;
  readonly scorecard?: Pick<ShortCard, "score" | "counted"> | undefined;
}

/** The trials of a result, or its only run. */
export function listRuns(result: PairResult): readonly ResultRun[] {
  const { trials, runId, file, status, why, score, scorecard } = result;
  return trials ?? [{ trial: 1, runId, file, status, why, scorecard, axisScore: score?.axisScore ?? null }];
}

/** How many of the counted runs passed: "2/3". */
export function formatPasses(runs: readonly Pick<ResultRun, "status">[]): string {
  const passed = runs.filter(({ status }) => status === "passed").length;
  const failed = runs.filter(({ status }) => status === "failed").length;
  return `${passed}/${passed + failed}`;
}

/** The mean of the scorecards that count; null if none does. */
export function averageCards(result: PairResult): number | null {
  const scores = listRuns(result).flatMap(({ scorecard }) => (scorecard?.counted === true ? scorecard.score : []));
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Why a result has no AXIS Result. */
export function explainNoNumber({ status, why, error, score }: PairResult): string {
  const known = status === "passed" || status === "failed" ? (score?.reason ?? why) : (why ?? error ?? score?.reason);
  return known ?? "no reason was recorded";
}

/** The most frequent reason why runs did not pass, and in how many runs it stands; undefined if all passed. */
export function findMainReason(
  results: readonly PairResult[],
): { readonly why: string; readonly runs: number } | undefined {
  const counts = new Map<string, number>();
  for (const { why } of results.flatMap(listRuns)) if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first === undefined ? undefined : { why: first[0], runs: first[1] };
}

type Spread = NonNullable<PairResult["spread"]>;

/** Short lines: number and range, mean, passes. */
export function listSpreadLines({ n, mean, min, max, interval, passes, flaky }: Spread): string[] {
  return [
    `${n} trials, ${min} to ${max}`,
    `mean ${formatPoints(mean)}${interval ? ` (95 %: ${formatBounds(interval)})` : ""}`,
    ...(passes === null || passes === undefined ? [] : [`${passes} passed${flaky === true ? ", flaky" : ""}`]),
  ];
}

/** Clips the interval to the range of a mean. */
function formatBounds({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${formatPoints(Math.max(0, lower))} to ${formatPoints(Math.min(100, upper))}`;
}

/** One line with everything, including the chances of further trials. */
export function formatSpread(spread: Spread): string {
  const chances = [...listChances("one of k passes", spread.passAtK), ...listChances("all k pass", spread.passHatK)];
  return [...listSpreadLines(spread), ...chances].join("; ");
}

/** For k > 1; k = 1 is the pass rate. */
function listChances(words: string, byK: Readonly<Record<string, number>> = {}): string[] {
  const shown = Object.entries(byK).filter(([k]) => k !== "1");
  if (shown.length === 0) return [];
  return [`${words}: ${shown.map(([k, chance]) => `k ${k} ${formatShare(chance)}`).join(", ")}`];
}

/** Why a result has no more trials. */
export function explainStop({ trials, decision, passRate }: NonNullable<PairResult["stoppedAt"]>): string {
  const bounds = passRate === null ? "" : `; pass rate ${formatRate(passRate.lower)} to ${formatRate(passRate.upper)}`;
  return `Decided after ${formatCount(trials, "trial")}: ${decision}${bounds}`;
}
