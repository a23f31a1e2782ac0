/** What a whole report took: time, tokens, money, and who judged. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { Report } from "../../../src/core/report.ts";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/text/format.ts";
import { totalTokens } from "../data/tokens.ts";
import { safeLine } from "../text/safe.ts";

/** Short sentences; what is unknown is left to the facts below. */
export function listTotals(report: Report): string[] {
  const { durationMs, summary } = report;
  return [
    durationMs === null ? "Time unknown: AXIS was killed" : `Took ${formatDuration(durationMs)}`,
    `${sumTokens(report.results)} tokens`,
    sumCost(report.results),
    ...listJudging(report, summary.judging),
  ];
}

function listJudging({ results, scoring }: Report, judging: Report["summary"]["judging"]): string[] {
  if (scoring === undefined) return ["not scored"];
  const judges = new Set(results.flatMap(({ score }) => score?.judging.goal?.name ?? []));
  const [first = "rules", ...others] = judges;
  const more = others.length === 0 ? "" : ` and ${formatCount(others.length, "other")}`;
  const cost =
    judging === undefined ? "" : ` for ${judging.costUsd === null ? "an unknown cost" : formatCost(judging.costUsd)}`;
  return [`judged by ${safeLine(first, 60)}${more}${cost}`];
}

/** The sum over all runs, including every trial. */
function sumTokens(results: readonly PairResult[]): string {
  const all = results.flatMap(
    ({ tokenUsage, trials }) =>
      trials?.map(({ tokens }) => tokens) ?? [tokenUsage === undefined ? null : totalTokens(tokenUsage)],
  );
  return formatSum(all, formatTokens, "unknown");
}

function sumCost(results: readonly PairResult[]): string {
  const all = results.flatMap(({ totalCostUsd, trials }) => trials?.map(({ costUsd }) => costUsd) ?? [totalCostUsd]);
  return formatSum(all, formatCost, "cost unknown");
}

/** Notes how many numbers are known if some are not. */
function formatSum(
  all: readonly (number | null | undefined)[],
  format: (sum: number) => string,
  unknown: string,
): string {
  const known = all.filter((number) => number !== null && number !== undefined);
  if (known.length === 0) return unknown;
  const text = format(known.reduce((total, number) => total + number, 0));
  return known.length === all.length ? text : `${text} (known for ${known.length} of ${all.length} runs)`;
}
