/** Exports a whole report as one Markdown document: the summary, then every run with its grades and steps. */
import type { AxisResult } from "../../core/score/axis-result.ts";
import { dimensionIds } from "../../core/score/category.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { RunStatus } from "../../core/report/run-status.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import { totalTokens } from "../../core/model/token-usage.ts";
import { codeSpan } from "../ci/markdown-code.ts";
import { renderMarkdown } from "../ci/markdown.ts";
import type { CiOptions } from "../ci/pair-case.ts";
import { formatCost, formatDuration, formatScore, formatTokens } from "./format.ts";
import { formatPatchLine } from "./format-patch.ts";
import { terminalSafe } from "./terminal-safe.ts";

/** The maximum number of steps per run; a note says how many are left out. */
const mostSteps = 500;

/** Yields the document in pieces: a report may have more runs than fit into memory. */
export async function* exportMarkdown(
  report: Report,
  options: CiOptions,
  details: AsyncIterable<RunDetail>,
): AsyncGenerator<string, void, undefined> {
  yield renderMarkdown(report, options);
  for await (const detail of details) yield `\n${runLines(detail).join("\n")}\n`;
}

function runLines(detail: RunDetail): string[] {
  const { scenarioKey, agentName, trial, score, patch } = detail;
  const { status, why } = readStatus(detail);
  return [
    `## ${codeSpan(scenarioKey)} by ${codeSpan(agentName)}${trial > 1 ? `, trial ${trial}` : ""}`,
    "",
    ...factLines(detail, status),
    ...(why === undefined ? [] : [`- ${status}: ${codeSpan(why)}`]),
    ...(patch === undefined ? [] : [`- changed by the agent: ${codeSpan(formatPatchLine(patch))}`]),
    ...(score === undefined ? ["- not scored"] : scoreLines(score)),
    "",
    ...stepLines(detail),
  ];
}

function factLines({ durationMs, tokenUsage, totalCostUsd }: RunDetail, status: RunStatus): string[] {
  const tokens = tokenUsage === undefined ? "unknown" : formatTokens(totalTokens(tokenUsage));
  const cost = totalCostUsd === undefined ? "unknown" : formatCost(totalCostUsd);
  return [`- ${status}, ${formatDuration(durationMs)}, tokens ${tokens}, cost ${cost}`];
}

function scoreLines(score: AxisResult): string[] {
  const reason = score.reason === undefined ? "" : ` (${codeSpan(score.reason)})`;
  const { goalAchievement, insights } = score;
  return [
    `- **AXIS Result ${formatScore(score.axisScore)}**${reason}`,
    ...dimensionIds.map((id) => {
      const { score: points, status, reason: why } = score[id];
      return `- ${id} ${points === null ? `${status}${why === undefined ? "" : `: ${codeSpan(why)}`}` : points}`;
    }),
    ...goalAchievement.criteria.map(
      ({ check, score: grade, weight, by, rationale }) =>
        `  - ${grade === null ? "not graded" : `${grade} of 10`} (weight ${weight}, by ${by}): ${codeSpan(check)}: ${codeSpan(rationale)}`,
    ),
    ...insights.map(({ message }) => `- insight: ${codeSpan(message)}`),
  ];
}

/** Puts the steps in a fence longer than any run of backticks in them. */
function stepLines({ interactions }: RunDetail): string[] {
  if (interactions.length === 0) return ["No steps were recorded."];
  const lines = interactions
    .slice(0, mostSteps)
    .map(({ sparseLine }) => terminalSafe(sparseLine.replace(/\s+/gu, " ")));
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  const hidden = interactions.length - lines.length;
  return [fence, ...lines, fence, ...(hidden > 0 ? ["", `${hidden} more steps are in the report.`] : [])];
}
