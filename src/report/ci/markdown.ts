/** Renders the report as Markdown for a comment or a step summary: verdict, table, causes, next command. */
import { readAgentWord } from "../../core/report/change-verdict.ts";
import type { ChangeVerdict, Comparison } from "../../core/report/comparison.ts";
import type { AgentVerdict } from "../../core/report/verdict.ts";
import { dimensionIds } from "../../core/score/category.ts";
import type { Report } from "../../core/report.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { RunStatus } from "../../core/report/run-status.ts";
import { formatCount } from "../../core/format-count.ts";
import { describeComparison } from "../text/describe-comparison.ts";
import { formatFixPoints } from "../text/format-fix.ts";
import { formatChange, formatPoints } from "../text/format-verdict.ts";
import { formatDelta, formatDuration, noNumber } from "../text/format.ts";
import { resultPhrase } from "../text/render-verdict.ts";
import { formatRuns } from "../text/status-counts.ts";
import { formatWholeMean, formatTrials } from "../text/status-marks.ts";
import { nameChange } from "../text/worst-first.ts";
import { withDecidingNumbers } from "../verdicts/deciding-numbers.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import { formatRow, renderCompetition } from "./competition-markdown.ts";
import { codeCell, codeSpan } from "./markdown-code.ts";
import { type CiOptions, countNotStarted, type PairCase, listPairCases, listWeakChecks } from "./pair-case.ts";

/** The maximum length of a document; GitHub comments take 65,536 characters. */
export const markdownLimit = 60_000;

/** The maximum number of reasons, of results with causes, of checks for each of them, of compared agents, and of fixes. */
const maximums = { reasons: 10, causes: 20, checks: 3, agents: 20, fixes: 5 } as const;
/** Characters that the causes may take, and characters reserved for sentences about what did not fit. */
const reservedCharacters = { causes: 25_000, reserve: 500 } as const;

/** The document, ending with a line break. It counts what was left out for lack of space. */
export function renderMarkdown(report: Report, options: CiOptions): string {
  const cases = listPairCases(report, options);
  const competition = renderCompetition(report.competition);
  const head = [...verdictLines(report, options), "", ...competition, ...renderChange(report.comparison)];
  const causes = [...renderFixes(report), ...renderCauses(cases)];
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
  const { passed } = report.summary.statuses.results;
  // The sentence may quote an agent or a judge, so it never stands outside code; these counts are our own words.
  const facts = verdict.ok ? [verdict.sentence] : verdict.reasons;
  const hidden = facts.length - maximums.reasons;
  return [
    `## ${verdictMarks[verdict.verdict]} ${verdict.verdict}: ${passed} of ${formatCount(report.summary.total, "result")} passed`,
    "",
    ...name,
    ...facts.slice(0, maximums.reasons).map((reason) => `- ${codeSpan(reason)}`),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    ...(countNotStarted(report) > 0 ? [`- ${formatCount(countNotStarted(report), "result")} not run`] : []),
    "",
    `${resultPhrase(report, verdict)} · ${formatRuns(report)}`,
  ];
}

const changeMarks: Readonly<Record<ChangeVerdict, string>> = {
  REGRESSED: "❌",
  IMPROVED: "✅",
  "NO CHANGE": "✅",
  "NOT ENOUGH DATA": "➖",
};

/** The heading of the comparison, then a row per agent. */
function renderChange(comparison: Comparison | undefined): string[] {
  if (comparison === undefined) return [];
  const { verdict, verdicts } = comparison;
  const rows = verdicts.slice(0, maximums.agents).map((each) => formatRow(listAgentCells(each, comparison)));
  const hidden = verdicts.length - rows.length;
  return [
    `### ${changeMarks[verdict]} ${verdict}`,
    "",
    `${codeSpan(describeComparison(comparison))}, compared with ${codeSpan(comparison.baselineName ?? comparison.from)}`,
    "",
    ...(rows.length === 0 ? [] : [formatRow(agentTitles), "| --- | --- | ---: | ---: | ---: |", ...rows]),
    ...(hidden > 0 ? ["", `and ${formatCount(hidden, "more agent")}`] : []),
    ...(rows.length === 0 ? [] : [""]),
  ];
}

const agentTitles = ["", "Agent", "Before", "After", "Δ"];

function listAgentCells(verdict: AgentVerdict, comparison: Comparison): string[] {
  const { agentName, baseline, current, estimate } = withDecidingNumbers(verdict, comparison);
  const points = (value: number | null) => (value === null ? noNumber : formatPoints(value));
  const change = estimate === null ? noNumber : formatChange(estimate);
  return [readAgentWord(verdict), codeCell(agentName), points(baseline), points(current), change];
}

const verdictMarks: Readonly<Record<ReportVerdict["verdict"], string>> = {
  PASS: "✅",
  FAIL: "❌",
  INCOMPLETE: "⚠️",
  MEASURED: "📏",
};

const marks: Readonly<Record<RunStatus | "gone", string>> = {
  passed: "✅",
  failed: "❌",
  error: "⚠️",
  "not run": "⏭️",
  unscored: "➖",
  gone: "⏭️",
};

/** The mark and the status of a result; if the gate objects to a result that passed, that as well. */
function formatMark({ status, type, result }: PairCase): string {
  const word = result?.status ?? "gone";
  if (status === "failure" && word !== "failed") return `${marks.failed} ${type}`;
  if (word === "passed") return marks.passed;
  return `${marks[word]} ${word}${status === "skipped" && word === "failed" ? " (not counted)" : ""}`;
}

/** Worth a line of its own: whatever did not pass. */
function isCause({ status, result }: PairCase): boolean {
  return status !== "passed" || (result !== undefined && result.status !== "passed");
}

/** Adds rows until the space is used up. */
function tableLines(cases: readonly PairCase[], compared: boolean, space: number): string[] {
  if (cases.length === 0) return [];
  const change = compared ? ["Δ", "Change"] : [];
  const titles = [
    "",
    "Scenario",
    "Agent",
    "AXIS Result",
    "Trials",
    ...change,
    "Goal",
    "Env",
    "Service",
    "Agent",
    "Time",
  ];
  const head = [formatRow(titles), formatRow(titles.map((_, index) => (index < 3 ? "---" : "---:")))];
  const rows = takeFitting(
    cases.map((pair) => formatRow(listCells(pair, compared))),
    space - head.join("\n").length,
  );
  const hidden = cases.length - rows.length;
  const note = hidden === 0 ? [] : ["", `${formatCount(hidden, "result")} did not fit; the report has them all.`];
  return [...head, ...rows, ...note];
}

function listCells(pair: PairCase, compared: boolean): string[] {
  const { scenarioKey, agentName, result, change } = pair;
  const means = result?.means;
  return [
    formatMark(pair),
    codeCell(scenarioKey),
    codeCell(agentName),
    formatWholeMean(means?.axisScore ?? null),
    result === undefined ? noNumber : codeCell(formatTrials(result)),
    ...(compared ? [formatDelta(change?.delta ?? null), change === undefined ? noNumber : nameChange(change)] : []),
    ...dimensionIds.map((id) => formatWholeMean(means?.[id] ?? null)),
    formatDuration(means?.durationMs ?? null),
  ];
}

/** The causes, worst kind first: failures, errors, then what was skipped or excused. */
function renderCauses(cases: readonly PairCase[]): string[] {
  const order = ["failure", "error", "skipped", "passed"] as const;
  const wanted = order.flatMap((status) => cases.filter((pair) => pair.status === status && isCause(pair)));
  if (wanted.length === 0) return [];
  const shown = takeFitting(wanted.slice(0, maximums.causes).map(renderCause), reservedCharacters.causes);
  const hidden = wanted.length - shown.length;
  return ["", "### Causes", "", ...shown, ...(hidden > 0 ? [`- and ${hidden} more`] : [])];
}

function renderCause(pair: PairCase): string {
  const { type, message, scenarioKey, agentName, result, status } = pair;
  const mark = marks[status === "failure" ? "failed" : (result?.status ?? "gone")];
  // With several trials, the checks of one of them would not describe the others.
  const single = result?.status === "failed" && result.trials === undefined;
  const checks = single ? listWeakChecks(pair).slice(0, maximums.checks) : [];
  return [
    `- ${mark} **${type}** ${codeSpan(scenarioKey)} (${codeSpan(agentName)}): ${codeSpan(message)}`,
    ...checks.map(
      ({ check, score, rationale }) =>
        `  - ${score === null ? "not graded" : `${score} of 10`}: ${codeSpan(check)}: ${codeSpan(rationale)}`,
    ),
  ].join("\n");
}

/** Advice is one of our own sentences, unless somebody changed the report. */
const plainSentence = /^[\w ,.;:'()-]+$/;

/** The most expensive things to fix, each with what helps. */
function renderFixes({ reportId, fixes = [] }: Report): string[] {
  if (fixes.length === 0) return [];
  const shown = fixes.slice(0, maximums.fixes);
  const hidden = fixes.length - shown.length;
  const command = codeSpan(`axis reports ${reportId} --fix`);
  return [
    "",
    "### What to fix",
    "",
    ...shown.flatMap(({ title, points, runs, advice }) => [
      `- **${formatFixPoints(points)} points**, ${formatCount(runs.length, "run")}: ${codeSpan(title)}`,
      `  - ${plainSentence.test(advice) ? advice : codeSpan(advice)}`,
    ]),
    "",
    hidden === 0 ? `Evidence: ${command}` : `${hidden} more, with evidence: ${command}`,
  ];
}

function formatNextCommand({ reportId }: Report, cases: readonly PairCase[]): string {
  const withFile = cases.filter(({ result }) => (result?.file ?? "") !== "");
  const worst = withFile.find(({ status }) => status === "failure" || status === "error") ?? withFile.find(isCause);
  return worst === undefined
    ? ""
    : `. See: ${codeSpan(`axis reports ${reportId} ${quoteShellWord(worst.scenarioKey)}`)}`;
}
