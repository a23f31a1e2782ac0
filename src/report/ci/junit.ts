/** Renders the report as JUnit XML: a suite per agent, a case per result, errors separate from failures. */
import { dimensionIds } from "../../core/score/category.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import { listCauseLines, type CiOptions, countNotStarted, type PairCase, listPairCases } from "./pair-case.ts";
import { formatTrials } from "../text/status-marks.ts";
import { openTag, escapeXmlText } from "./xml.ts";

/** The document, ending with a line break. */
export function renderJunit(report: Report, options: CiOptions): string {
  const cases = listPairCases(report, options);
  const agents = [...new Set(cases.map(({ agentName }) => agentName))];
  const suites = agents.map((agent) => ({ name: agent, cases: cases.filter(({ agentName }) => agentName === agent) }));
  const own = listOwnCases(report, cases, options.verdict);
  const all = own.length === 0 ? suites : [...suites, { name: "AXIS", cases: own }];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `${openTag("testsuites", { name: report.name ?? "AXIS", ...countCases([...cases, ...own]) })}>`,
    ...all.flatMap((suite) => suiteLines(suite, report)),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

/** Cases without a result: results that were not run, or a FAIL that no case explains. Exit 1 never has an all-green file. */
function listOwnCases(report: Report, cases: readonly PairCase[], { ok, reasons }: ReportVerdict): PairCase[] {
  const missing = countNotStarted(report);
  const explained = cases.some(({ status }) => status === "failure" || status === "error");
  const own = { agentName: "AXIS" };
  return [
    ...(missing === 0
      ? []
      : [
          {
            ...own,
            scenarioKey: "results that were not run",
            status: "skipped" as const,
            type: "notRun",
            message: String(missing),
          },
        ]),
    ...(ok || explained
      ? []
      : [{ ...own, scenarioKey: "verdict", status: "error" as const, type: "verdict", message: reasons.join("; ") }]),
  ];
}

function countCases(cases: readonly PairCase[]) {
  const of = (status: PairCase["status"]) => cases.filter((each) => each.status === status).length;
  const time = formatSeconds(cases.reduce((sum, { result }) => sum + (result?.durationMs ?? 0), 0));
  return { tests: cases.length, failures: of("failure"), errors: of("error"), skipped: of("skipped"), time };
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function suiteLines({ name, cases }: { name: string; cases: readonly PairCase[] }, report: Report): string[] {
  return [
    `  ${openTag("testsuite", { name, ...countCases(cases), timestamp: report.timestamp })}>`,
    ...propertyLines({ "report-id": report.reportId }, "    "),
    ...cases.flatMap(caseLines),
    "  </testsuite>",
  ];
}

function caseLines(pair: PairCase): string[] {
  const { scenarioKey: name, agentName: classname, result } = pair;
  const duration = result?.durationMs ?? null;
  const time = duration === null ? undefined : formatSeconds(duration);
  return [
    `    ${openTag("testcase", { name, classname, time })}>`,
    ...(result === undefined ? [] : propertyLines(listProperties(result, pair), "      ")),
    ...outcomeLines(pair),
    "    </testcase>",
  ];
}

function outcomeLines(pair: PairCase): string[] {
  const { status, type, message } = pair;
  if (status === "passed") return [];
  if (status === "skipped") return [`      ${openTag("skipped", { message: `${type}: ${message}` })}/>`];
  const text = escapeXmlText(listCauseLines(pair).join("\n"));
  return [`      ${openTag(status, { message, type })}>${text}</${status}>`];
}

function listProperties(result: PairResult, { change }: PairCase): Record<string, string | number | undefined> {
  const { spread, means } = result;
  return {
    scenario: result.scenarioName,
    status: result.status,
    "outcome-class": result.outcomeClass,
    tampered: result.tampered?.map(({ path }) => path).join("\n"),
    "axis-result": means.axisScore ?? undefined,
    ...listDimensions(result),
    tokens: means.tokens ?? undefined,
    "cost-usd": means.costUsd ?? undefined,
    trials: result.trials?.length,
    "trials-marks": result.trials && formatTrials(result),
    ...(spread && { "trials-mean": spread.mean, "trials-least": spread.min, "trials-most": spread.max }),
    "baseline-axis-result": change?.baseline ?? undefined,
    "baseline-verdict": change?.kind,
    "run-id": result.runId,
    file: result.file === "" ? undefined : result.file,
  };
}

/** Leaves out properties without a value. */
function propertyLines(properties: Readonly<Record<string, string | number | undefined>>, indent: string): string[] {
  const lines = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${indent}  ${openTag("property", { name, value })}/>`],
  );
  return [`${indent}<properties>`, ...lines, `${indent}</properties>`];
}

function listDimensions({ score, means }: PairResult): Record<string, string | number | undefined> {
  const properties = dimensionIds.flatMap((id) => {
    const state = score?.[id];
    const name = id === "goalAchievement" ? "goal-achievement" : id;
    return state === undefined
      ? []
      : [[name, means[id] ?? undefined] as const, [`${name}-status`, state.status] as const];
  });
  return Object.fromEntries(properties);
}
