/** Output for GitHub Actions: annotations, outputs, and escapes that keep other text from being read as a command. */
import type { Report } from "../../core/report.ts";
import { terminalLine } from "../text/terminal-safe.ts";
import { listCauseLines, type CiOptions, type PairCase, listPairCases } from "./pair-case.ts";

/** GitHub shows ten errors per step and drops the rest silently. */
const mostAnnotations = 10;
/** The longest message we send; GitHub cuts messages at 4,096 bytes. */
const longestMessage = 1000;

/** Escapes the text of a workflow command. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes a property of a workflow command, such as a title. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** One `::error` line per bad result; if there are more than ten, the last line counts the rest. */
export function renderAnnotations(report: Report, options: CiOptions): string[] {
  const bad = listPairCases(report, options).filter(({ status }) => status === "failure" || status === "error");
  if (bad.length === 0 && !options.verdict.ok) return [formatAnnotation("AXIS", options.verdict.reasons)];
  if (bad.length <= mostAnnotations) return bad.map(toAnnotation);
  const shown = bad.slice(0, mostAnnotations - 1);
  const rest = `${bad.length - shown.length} more results failed; see the step summary`;
  return [...shown.map(toAnnotation), formatAnnotation("AXIS", [rest])];
}

function toAnnotation(pair: PairCase): string {
  return formatAnnotation(
    `AXIS: ${pair.scenarioKey} (${pair.agentName}) ${pair.type}`,
    listCauseLines(pair).slice(0, 4),
  );
}

function formatAnnotation(title: string, lines: readonly string[]): string {
  const message = lines.map(terminalLine).join("\n").slice(0, longestMessage).toWellFormed();
  return `::error title=${escapeProperty(terminalLine(title).slice(0, 200).toWellFormed())}::${escapeData(message)}`;
}

/** Entries for the GITHUB_OUTPUT file, each value between lines with a delimiter that only we know. */
export function renderOutputs(report: Report, { verdict }: CiOptions, delimiter: string): string {
  const values = {
    "axis-result": report.summary.averageAxisScore ?? "",
    "report-id": report.reportId,
    verdict: verdict.verdict.toLowerCase(),
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
    .join("");
}

/** Breaks both command forms with a space, so that the runner finds none however stdout and stderr interleave. */
export function escapeCommands(text: string): string {
  return text.replaceAll(lineCommand, "$1 ").replaceAll("##[", "## [");
}

/** The newer form counts at the start of a line, after any white space. */
const lineCommand = /^((?:[^\S\r\n]|\u0085)*:)(?=:)/gm;

/** The same for JSON without changing its meaning: the one form that can occur inside JSON gets a JSON escape. */
export function escapeCommandsInJson(json: string): string {
  return json.replaceAll(lineCommand, "$1 ").replaceAll("##[", "#\\u0023[");
}
