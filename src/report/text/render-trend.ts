/** Renders trends: a line of blocks per agent or result, the newest number with its interval, and outliers. */
import { formatCount } from "../../core/format-count.ts";
import type { Trend, TrendDrift, TrendReading } from "../../core/report/trend.ts";
import { formatCost, formatDuration, formatTokens, noNumber, type Paint, paintScore } from "./format.ts";
import { formatPoints } from "./format-verdict.ts";
import { terminalLine } from "./terminal-safe.ts";

const blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** One line per trend, followed by one line for each outlier. */
export function renderTrends(trends: readonly Trend[], paint: Paint): string[] {
  const names = trends.map(formatTrendName);
  const width = Math.max(0, ...names.map((name) => name.length));
  return trends.flatMap((trend, index) => [
    `${(names[index] ?? "").padEnd(width)}  ${renderSparkline(trend)}  ${renderNewest(trend, paint)}`,
    ...trend.drifts.map((drift) => `  ${paint.warn("out of line")}  ${formatDrift(drift)}`),
  ]);
}

function formatTrendName({ agentName, scenarioKey }: Trend): string {
  const agent = terminalLine(agentName);
  return scenarioKey === null ? agent : `${terminalLine(scenarioKey)}  ${agent}`;
}

/** Always on a scale of 0 to 100, so that a flat line means no change; a report without a number is a gap. */
function renderSparkline({ points }: Trend): string {
  return points.map(({ axisScore }) => (axisScore === null ? "·" : selectBlock(axisScore))).join("");
}

function selectBlock(score: number): string {
  const step = Math.min(blocks.length - 1, Math.floor((Math.max(0, score) / 100) * blocks.length));
  return blocks[step] ?? blocks[0];
}

function renderNewest({ points }: Trend, paint: Paint): string {
  const last = points.at(-1);
  if (last === undefined) return noNumber;
  const { axisScore, lower, upper } = last;
  const interval =
    lower === null || upper === null
      ? ""
      : ` (95 %: ${formatPoints(Math.max(0, lower))} to ${formatPoints(Math.min(100, upper))})`;
  const others = points.filter(({ comparable }) => !comparable).length;
  const changed = others === 0 ? "" : paint.dim(`; ${others} from before the task, rubric, agent or judge changed`);
  const score = axisScore === null ? noNumber : paintScore(Math.round(axisScore), paint);
  return `${score}${interval} in ${terminalLine(last.reportId)}, ${formatCount(points.length, "report")}${changed}`;
}

const readingFormats: Readonly<
  Record<TrendReading, { readonly name: string; readonly show: (value: number) => string }>
> = {
  axisScore: { name: "AXIS Result", show: formatPoints },
  durationMs: { name: "duration", show: formatDuration },
  tokens: { name: "tokens", show: (value) => formatTokens(Math.round(value)) },
  costUsd: { name: "cost", show: formatCost },
};

function formatDrift({ reading, value, median, history }: TrendDrift): string {
  const { name, show } = readingFormats[reading];
  return `${name} ${show(value)}; the median of the previous ${history} reports is ${show(median)}`;
}
