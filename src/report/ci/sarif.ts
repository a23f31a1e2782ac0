/** The report as SARIF 2.1.0: one result per pair with bad news, at the file of its scenario. For code scanning views. */
import type { Report } from "../../core/report.ts";
import { axisVersion } from "../../core/version.ts";
import { causeLines, type CiOptions, type PairCase, pairCases } from "./pair-case.ts";

/** What can be wrong with a pair, by the word of its case. */
const rules: Readonly<Record<string, string>> = {
  agent: "The agent failed the scenario",
  "below-gate": "The AXIS Result is below the gate",
  regressed: "The AXIS Result is lower than in the baseline",
  infrastructure: "The run failed through no fault of the agent",
  judge: "A judge gave no usable answer",
  check: "A verified check could not be carried out",
  unscored: "The run has no AXIS Result",
};
const ruleIds = Object.keys(rules);

/** Where a scenario stands when its report does not say. */
const unknownPlace = "axis.config.json";
const longestMessage = 4000;

/** The document, with a line end at its end. */
export function renderSarif(report: Report, options: CiOptions): string {
  const bad = pairCases(report, options).filter(({ status }) => status === "failure" || status === "error");
  const document = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "AXIS",
            semanticVersion: axisVersion,
            rules: ruleIds.map((id) => ({ id, shortDescription: { text: rules[id] } })),
          },
        },
        automationDetails: { id: `axis/${wellFormed(report.reportId)}` },
        originalUriBaseIds: { PROJECT: { description: { text: "The folder of the AXIS config" } } },
        // A verdict of no that no pair explains must not look like good news.
        invocations: [
          {
            executionSuccessful: report.state === "complete",
            ...(options.verdict.ok || bad.length > 0
              ? {}
              : {
                  toolExecutionNotifications: options.verdict.reasons.map((reason) => ({
                    level: "error",
                    message: { text: wellFormed(reason) },
                  })),
                }),
          },
        ],
        results: bad.map(resultOf),
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function resultOf(pair: PairCase) {
  const { scenarioKey, agentName, type, status, result } = pair;
  const lines = [`${scenarioKey} (${agentName})`, ...causeLines(pair)];
  const axisScore = result?.score?.axisScore ?? null;
  return {
    ruleId: type,
    ruleIndex: ruleIds.indexOf(type),
    level: status === "failure" ? "error" : "warning",
    message: { text: wellFormed(lines.join("\n").slice(0, longestMessage)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(result?.scenarioFile ?? unknownPlace), uriBaseId: "PROJECT" },
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: wellFormed(scenarioKey), kind: "scenario" }],
      },
    ],
    partialFingerprints: { "axisPair/v1": wellFormed(JSON.stringify([scenarioKey, agentName, type])) },
    properties: { agent: wellFormed(agentName), ...(axisScore === null ? {} : { axisResult: axisScore }) },
  };
}

/** A relative reference: what would be a scheme or a host of its own is not one. */
function uriOf(path: string): string {
  const parts = wellFormed(path)
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.map((part) => encodeURIComponent(part)).join("/") || unknownPlace;
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
