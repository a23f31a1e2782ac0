/** What GitHub Actions is told: annotations, outputs, and how other text is kept from being taken for a command. */
import type { Report } from "../../core/report.ts";
import { terminalLine } from "../text/terminal-safe.ts";
import { causeLines, type CiOptions, type PairCase, pairCases } from "./pair-case.ts";

/** GitHub shows ten errors of a step; the rest would be lost without a word. */
const mostAnnotations = 10;
/** The longest message; GitHub cuts at 4,096 bytes. */
const longestMessage = 1000;

/** The escapes of a workflow command's text. */
export function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** The escapes of a workflow command's property, such as a title. */
export function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** One `::error` line per pair with bad news; what goes beyond the ten that are shown is counted in the last. */
export function renderAnnotations(report: Report, options: CiOptions): string[] {
  const bad = pairCases(report, options).filter(({ status }) => status === "failure" || status === "error");
  if (bad.length === 0 && !options.verdict.ok) return [annotation("AXIS", options.verdict.reasons)];
  if (bad.length <= mostAnnotations) return bad.map(pairAnnotation);
  const shown = bad.slice(0, mostAnnotations - 1);
  const rest = `${bad.length - shown.length} more pairs failed: see the step summary`;
  return [...shown.map(pairAnnotation), annotation("AXIS", [rest])];
}

function pairAnnotation(pair: PairCase): string {
  return annotation(`AXIS: ${pair.scenarioKey} (${pair.agentName}) ${pair.type}`, causeLines(pair).slice(0, 4));
}

function annotation(title: string, lines: readonly string[]): string {
  const message = lines.map(terminalLine).join("\n").slice(0, longestMessage).toWellFormed();
  return `::error title=${escapeProperty(terminalLine(title).slice(0, 200).toWellFormed())}::${escapeData(message)}`;
}

/** Entries for the file of GITHUB_OUTPUT, each value between lines of a delimiter that only we know. */
export function renderOutputs(report: Report, { verdict }: CiOptions, delimiter: string): string {
  const values = {
    "axis-result": report.summary.averageAxisScore ?? "",
    "report-id": report.reportId,
    verdict: verdict.ok ? "pass" : "fail",
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
    .join("");
}

/** Text in which the runner finds no command, in whatever order it reads stdout and stderr: both forms get a space. */
export function withoutCommands(text: string): string {
  return text.replaceAll(lineCommand, "$1 ").replaceAll("##[", "## [");
}

/** The newer form counts at the beginning of a line, after any white space. */
const lineCommand = /^((?:[^\S\r\n]|\u0085)*:)(?=:)/gm;

/** The same for JSON, which stays the same document: the one form that can stand in it is written with an escape. */
export function jsonWithoutCommands(json: string): string {
  return json.replaceAll(lineCommand, "$1 ").replaceAll("##[", "#\\u0023[");
}
