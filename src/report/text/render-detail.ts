/** Renders one run in full for a terminal: checks, dimensions, audits and the transcript. */
import { type AxisResult, signalNames } from "../../core/score/axis-result.ts";
import { categories, type Category } from "../../core/score/category.ts";
import type { Entry } from "../../core/entry.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { formatDuration, formatScore, formatTokens, noNumber, type Paint, paintScore } from "./format.ts";
import { totalTokens } from "../../core/model/token-usage.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import { paintMean, paintStatus, statusMarks } from "./status-marks.ts";
import { formatConnection, formatSandbox } from "./format-sandbox.ts";
import { formatPatchLine } from "./format-patch.ts";
import { listTamperedLines } from "./format-tampered.ts";
import { auditLines, judgeLines, formatJudge, ownJudgeLines, panelLines } from "./render-judging.ts";
import { gateLines, scorecardLines } from "./render-scorecard.ts";
import { fitWidth, terminalLine, terminalSafe } from "./terminal-safe.ts";

/** The lines, most important first. Reasons are never cut; `width` applies to the list of interactions. */
export function renderDetail(detail: RunDetail, paint: Paint, width: number): string[] {
  return [
    ...headingLines(detail, paint),
    ...(detail.score === undefined ? [] : scoreLines(detail.score, paint)),
    ...ownJudgeLines(detail),
    ...(detail.scorecard === undefined ? [] : scorecardLines(detail.scorecard, paint)),
    ...gateLines(detail, paint),
    ...metricLines(detail.metrics ?? [], paint),
    ...noteLines("Setup notes", detail.setupOutput, paint),
    ...noteLines("Teardown notes", detail.teardownOutput, paint),
    ...noteLines("Teardown failed", detail.teardownError, paint),
    ...listLines("Warnings", detail.warnings ?? [], paint),
    ...listLines("Changed by the agent", detail.patch === undefined ? [] : [formatPatchLine(detail.patch)], paint),
    ...listLines(
      "Artifacts",
      (detail.artifacts ?? []).map(({ path, file, skipped }) => `${path}  ${file ?? `skipped: ${skipped ?? ""}`}`),
      paint,
    ),
    ...listLines("Connections", (detail.connections ?? []).map(formatConnection), paint),
    paint.bold("Interactions"),
    ...detail.interactions.map(({ sparseLine }) => fitWidth(`  ${terminalSafe(sparseLine)}`, width)),
    paint.bold("Transcript"),
    ...detail.output.transcript.flatMap((entry, index) => entryLines(entry, index, paint)),
  ];
}

function headingLines(detail: RunDetail, paint: Paint): string[] {
  const trial = detail.trial > 1 ? `, trial ${detail.trial}` : "";
  const tokens = detail.tokenUsage === undefined ? "" : `, ${formatTokens(totalTokens(detail.tokenUsage))} tokens`;
  const { status, why } = readStatus(detail);
  const ending = `${paintStatus(status, `${statusMarks[status]} ${status}`, paint)}${why === undefined ? "" : `: ${terminalLine(why)}`}`;
  const result = detail.score === undefined ? "not scored" : paintMean(detail.score.axisScore, status, paint);
  return [
    `${paint.bold(terminalLine(detail.scenarioKey))}  ${terminalLine(detail.agentName)}${trial}`,
    ending,
    `AXIS Result ${result}, ${formatDuration(detail.durationMs)}${tokens}`,
    ...(detail.score?.axisScore === null ? [`No AXIS Result: ${terminalLine(detail.score.reason ?? "")}`] : []),
    ...(detail.earlierAttempts ?? []).map(({ code, error, waitedMs }) =>
      paint.dim(`Earlier attempt failed (${code}): ${terminalLine(error)}; waited ${formatDuration(waitedMs)}`),
    ),
    ...(detail.suspect === undefined ? [] : [paint.warn(`Suspect: ${terminalLine(detail.suspect)}`)]),
    ...(detail.sandbox === undefined ? [] : [paint.dim(terminalLine(formatSandbox(detail.sandbox)))]),
    ...listTamperedLines(detail.tampered).map((line) => paint.warn(terminalLine(line))),
  ];
}

function scoreLines(score: AxisResult, paint: Paint): string[] {
  const goal = score.goalAchievement;
  return [
    `${paint.bold("Goal achievement")} ${paintScore(goal.score, paint)}${goal.reason === undefined ? "" : `  ${terminalLine(goal.reason)}`}`,
    ...judgeLines(score.judging.goal),
    ...goal.criteria.flatMap(({ check, weight, score: grade, rationale, by }) => [
      `  ${grade === null ? noNumber : grade}/10  ${terminalLine(check)} ${paint.dim(`(weight ${Math.round(weight * 1000) / 1000}, ${by})`)}`,
      ...rationaleLines(rationale).map((line) => paint.dim(`        ${line}`)),
    ]),
    ...categories.flatMap((category) => dimensionLines(category, score, paint)),
    ...listLines(
      "Insights",
      score.insights.map(({ message }) => message),
      paint,
    ),
  ];
}

/** Splits the output of a check into lines. */
function rationaleLines(rationale: string): string[] {
  return rationale.trim() === "" ? [] : terminalSafe(rationale.trim()).split("\n");
}

function dimensionLines(category: Category, score: AxisResult, paint: Paint): string[] {
  const dimension = score[category];
  const signals = signalNames
    .filter((name) => dimension.dimensions[name] !== null)
    .map((name) => `${name} ${formatScore(dimension.dimensions[name])}`);
  const title = category[0]?.toUpperCase() + category.slice(1);
  const judge = score.judging[category];
  return [
    `${paint.bold(title)} ${paintScore(dimension.score, paint)}  ${terminalLine(dimension.reason ?? `${signals.join(", ")}; judged by ${judge === null ? "no judge" : formatJudge(judge)}`)}`,
    ...panelLines(judge),
    ...(category === "agent" && dimension.necessity !== null
      ? [`  necessity: ${terminalLine(dimension.necessity.rationale)}`]
      : []),
    ...auditLines(dimension.audits),
  ];
}

function metricLines(metrics: NonNullable<RunDetail["metrics"]>, paint: Paint): string[] {
  if (metrics.length === 0) return [];
  return [
    paint.bold("Metrics"),
    ...metrics.map(({ name, score, passed, reading, reason, explanation }) => {
      const points = score === null ? noNumber : paintScore(Math.round(score), paint);
      const read = reading === undefined ? "" : ` (${Math.round(reading.amount * 1000) / 1000} ${reading.unit})`;
      const word = passed === null ? "" : passed ? " passed" : " below threshold";
      return `  ${terminalLine(name)} ${points}${read}${word}: ${terminalLine(reason ?? explanation)}`;
    }),
  ];
}

function entryLines(entry: Entry, index: number, paint: Paint): string[] {
  const text = entryText(entry);
  const [first = "", ...rest] = terminalSafe(text).split("\n");
  return [`${paint.dim(`${index + 1} ${entry.type}`)}  ${first}`, ...rest.map((line) => `    ${line}`)];
}

function entryText(entry: Entry): string {
  switch (entry.type) {
    case "tool_use":
      return `${entry.tool} ${JSON.stringify(entry.input)}`;
    case "tool_result":
      return `${entry.isError ? "error" : "ok"}${entry.exitCode === undefined ? "" : `, exit ${entry.exitCode}`}\n${entry.output}`;
    case "error":
      return entry.message;
    case "assistant":
    case "user":
    case "system":
      return entry.text;
  }
}

function noteLines(title: string, notes: string | undefined, paint: Paint): string[] {
  if (notes === undefined) return [];
  return [
    paint.bold(title),
    ...terminalSafe(notes)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}

function listLines(title: string, items: readonly string[], paint: Paint): string[] {
  return items.length === 0 ? [] : [paint.bold(title), ...items.map((item) => `  ${terminalLine(item)}`)];
}
