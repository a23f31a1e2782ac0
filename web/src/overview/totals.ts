/** What a whole report took: time, tokens, money, and who judged. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { Report } from "../../../src/core/report.ts";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/text/format.ts";
import { totalTokens } from "../data/tokens.ts";
import { safeLine } from "../text/safe.ts";

/** Short phrases; unknown numbers say so. */
export function listTotals(report: Report): string[] {
  const { durationMs, summary, results } = report;
  const tokens = addUp(results.flatMap(listTokens));
  const costs = addUp(results.flatMap(listCosts));
  const isSame = tokens.known === costs.known;
  return [
    durationMs === null ? "Time unknown: AXIS was killed" : `Took ${formatDuration(durationMs)}`,
    tokens.known === 0 ? "tokens unknown" : `${formatTokens(tokens.sum)} tokens${isSame ? "" : describeKnown(tokens)}`,
    costs.known === 0 ? "cost unknown" : `${formatCost(costs.sum)}${describeKnown(costs)}`,
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

/** One number for every run, including every trial. */
function listTokens({ tokenUsage, trials }: PairResult): (number | null)[] {
  if (trials !== undefined) return trials.map(({ tokens }) => tokens ?? null);
  return [tokenUsage === undefined ? null : totalTokens(tokenUsage)];
}

function listCosts({ totalCostUsd, trials }: PairResult): (number | null)[] {
  return trials?.map(({ costUsd }) => costUsd ?? null) ?? [totalCostUsd ?? null];
}

interface Total {
  readonly sum: number;
  readonly known: number;
  readonly runs: number;
}

function addUp(values: readonly (number | null)[]): Total {
  const known = values.filter((value) => value !== null);
  return { sum: known.reduce((total, value) => total + value, 0), known: known.length, runs: values.length };
}

/** How many numbers are known if some are not. */
function describeKnown({ known, runs }: Total): string {
  return known === runs ? "" : ` (known for ${known} of ${runs} runs)`;
}
