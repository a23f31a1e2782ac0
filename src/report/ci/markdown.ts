/** Renders the report as Markdown for a comment or a step summary: verdict, table, causes, next command. */
import type { Report } from "../../core/report.ts";
import { formatDelta, formatDuration, formatScore } from "../text/format.ts";
import { resultPhrase } from "../text/render-verdict.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import { codeCell, codeSpan } from "./markdown-code.ts";
import { type CiOptions, countNotStarted, type PairCase, listPairCases, listWeakChecks } from "./pair-case.ts";
import { passWord, whyNotPassed } from "../trials/passes.ts";

/** The maximum length of a document; GitHub comments take 65,536 characters. */
export const markdownLimit = 60_000;

/** The maximum number of reasons, of results with causes, and of checks for each of them. */
const maximums = { reasons: 10, causes: 20, checks: 3 } as const;
/** Characters that the causes may take, and characters reserved for sentences about what did not fit. */
const reservedCharacters = { causes: 25_000, reserve: 500 } as const;

/** The document, ending with a line break. It counts what was left out for lack of space. */
export function renderMarkdown(report: Report, options: CiOptions): string {
  const cases = listPairCases(report, options);
  const head = [...verdictLines(report, options), ""];
  const causes = renderCauses(cases);
  const foot = ["", `Report ${codeSpan(report.reportId)}${formatNextCommand(report, cases)}`];
  const left = markdownLimit - reservedCharacters.reserve - [...head, ...causes, ...foot].join("\n").length;
  return `${[...head, ...tableLines(cases, report.comparison !== undefined, left), ...causes, ...foot].join("\n")}\n`;
}

/** As many blocks as fit, each with a line break. */
function takeFitting(blocks: readonly string[], space: number): string[] {
  let left = space;
  const end = blocks.findIndex((block) => (left -= block.length + 1) < 0);
  return blocks.slice(0, end === -1 ? blocks.length : end);
}

function verdictLines(report: Report, { verdict }: CiOptions): string[] {
  const name = report.name === undefined ? [] : [`Project ${codeSpan(report.name)}`, ""];
  const { reasons } = verdict;
  const hidden = reasons.length - maximums.reasons;
  return [
    `## ${verdict.ok ? "✅ PASS" : "❌ FAIL"}: ${resultPhrase(report)}`,
    "",
    ...name,
    ...reasons.slice(0, maximums.reasons).map((reason) => `- ${codeSpan(reason)}`),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    ...(countNotStarted(report) > 0 ? [`- ${formatResultCount(countNotStarted(report))} not run`] : []),
  ];
}

const marks = { passed: "✅", failure: "❌", error: "⚠️", skipped: "⏭️", below: "🟡", unknown: "➖" } as const;

/** The mark of a result: what the gate objects to, otherwise whether it passed. */
function formatMark({ status, type, passes }: PairCase): string {
  if (status !== "passed") return `${marks[status]} ${type}`;
  const word = passes === undefined ? "" : passWord(passes);
  if (word === "") return marks.passed;
  return `${passes?.known === 0 ? marks.unknown : marks.below} ${word}`;
}

function isNotPassed({ status, passes }: PairCase): boolean {
  return status === "passed" && passes !== undefined && passes.passed < passes.known;
}

/** Adds rows until the space is used up. */
function tableLines(cases: readonly PairCase[], compared: boolean, space: number): string[] {
  if (cases.length === 0) return [];
  const change = compared ? ["Δ"] : [];
  const titles = ["", "Scenario", "Agent", "AXIS Result", ...change, "Goal", "Env", "Service", "Agent", "Time"];
  const head = [formatRow(titles), formatRow(titles.map((_, index) => (index < 3 ? "---" : "---:")))];
  const rows = takeFitting(
    cases.map((pair) => formatRow(listCells(pair, compared))),
    space - head.join("\n").length,
  );
  const hidden = cases.length - rows.length;
  const note = hidden === 0 ? [] : ["", `${formatResultCount(hidden)} did not fit; the report has them all.`];
  return [...head, ...rows, ...note];
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function listCells(pair: PairCase, compared: boolean): string[] {
  const { scenarioKey, agentName, result, change } = pair;
  const score = result?.score;
  return [
    formatMark(pair),
    codeCell(scenarioKey),
    codeCell(agentName),
    formatScore(score?.axisScore),
    ...(compared ? [formatDelta(change?.delta ?? null)] : []),
    formatScore(score?.goalAchievement.score),
    formatScore(score?.environment.score),
    formatScore(score?.service.score),
    formatScore(score?.agent.score),
    result === undefined ? formatScore(null) : formatDuration(result.durationMs),
  ];
}

/** The causes, worst kind first: failures, errors, not run, and finally those the gate allows but that did not pass. */
function renderCauses(cases: readonly PairCase[]): string[] {
  const order = ["failure", "error", "skipped"] as const;
  const bad = order.flatMap((status) => cases.filter((pair) => pair.status === status));
  const wanted = [...bad, ...cases.filter(isNotPassed)];
  if (wanted.length === 0) return [];
  const shown = takeFitting(wanted.slice(0, maximums.causes).map(renderCause), reservedCharacters.causes);
  const hidden = wanted.length - shown.length;
  return ["", "### Causes", "", ...shown, ...(hidden > 0 ? [`- and ${hidden} more`] : [])];
}

function renderCause(pair: PairCase): string {
  const { status, scenarioKey, agentName } = pair;
  const checks = status === "failure" || isNotPassed(pair) ? listWeakChecks(pair).slice(0, maximums.checks) : [];
  const { mark, word, why } = describeCause(pair);
  return [
    `- ${mark} **${word}** ${codeSpan(scenarioKey)} (${codeSpan(agentName)}): ${why}`,
    ...checks.map(
      ({ check, score, rationale }) =>
        `  - ${score === null ? "not graded" : `${score} of 10`}: ${codeSpan(check)}: ${codeSpan(rationale)}`,
    ),
  ].join("\n");
}

/** Only our own sentences appear outside code. */
function describeCause({ status, type, message, result, passes }: PairCase) {
  if (status !== "passed" || passes === undefined || result === undefined)
    return { mark: marks[status], word: type, why: codeSpan(message) };
  return { mark: marks.below, word: passWord(passes), why: whyNotPassed(result, passes) };
}

function formatNextCommand({ reportId }: Report, cases: readonly PairCase[]): string {
  const withFile = cases.filter(({ result }) => (result?.file ?? "") !== "");
  const worst = withFile.find(({ status }) => status !== "passed") ?? withFile.find(isNotPassed);
  return worst === undefined
    ? ""
    : `. See: ${codeSpan(`axis reports ${reportId} ${quoteShellWord(worst.scenarioKey)}`)}`;
}

function formatResultCount(pairs: number): string {
  return pairs === 1 ? "1 result" : `${pairs} results`;
}
