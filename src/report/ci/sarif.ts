/** Renders the report as SARIF 2.1.0 for code scanning: one entry per bad result, at its scenario's file. */
import type { Report } from "../../core/report.ts";
import { axisVersion } from "../../core/version.ts";
import { listCauseLines, type CiOptions, type PairCase, listPairCases } from "./pair-case.ts";

/** What can be wrong with a result, by the type of its case. */
const rules: Readonly<Record<string, string>> = {
  failed: "The agent did not do the job",
  "below-gate": "The AXIS Result is below the gate",
  regressed: "The AXIS Result is lower than in the baseline",
  gone: "A result that passed in the baseline is missing",
  infrastructure: "The run failed through no fault of the agent",
  judge: "A judge gave no usable answer",
  check: "A verified check could not be run",
  unscored: "Nothing says whether the agent did the job",
};
const ruleIds = Object.keys(rules);

/** The location of a scenario if the report does not name its file. */
const fallbackLocation = "axis.config.json";
const longestMessage = 4000;

/** The document, ending with a line break. */
export function renderSarif(report: Report, options: CiOptions): string {
  const bad = listPairCases(report, options).filter(({ status }) => status === "failure" || status === "error");
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
        // A FAIL that no result explains must not look like success.
        invocations: [
          {
            executionSuccessful: report.state === "complete",
            ...(options.verdict.ok || bad.length > 0
              ? {}
              : {
                  toolExecutionNotifications: options.verdict.reasons.map((reason) => ({
                    level: "error",
                    message: { text: toMessageText(reason) },
                  })),
                }),
          },
        ],
        results: bad.map(toSarifResult),
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toSarifResult(pair: PairCase) {
  const { scenarioKey, agentName, type, status, result } = pair;
  const lines = [`${scenarioKey} (${agentName})`, ...listCauseLines(pair)];
  const axisScore = result?.means.axisScore ?? null;
  return {
    ruleId: type,
    ruleIndex: ruleIds.indexOf(type),
    level: status === "failure" ? "error" : "warning",
    message: { text: toMessageText(lines.join("\n").slice(0, longestMessage)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toRelativeUri(result?.scenarioFile ?? fallbackLocation), uriBaseId: "PROJECT" },
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: wellFormed(scenarioKey), kind: "scenario" }],
      },
    ],
    partialFingerprints: { "axisPair/v1": wellFormed(JSON.stringify([scenarioKey, agentName, type])) },
    properties: {
      agent: wellFormed(agentName),
      ...(result && { status: result.status }),
      ...(axisScore === null ? {} : { axisResult: axisScore }),
    },
  };
}

/** Makes a relative reference: the path can never turn into a scheme or a host. */
function toRelativeUri(path: string): string {
  const parts = wellFormed(path)
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.map((part) => encodeURIComponent(part)).join("/") || fallbackLocation;
}

/**
 * A message is plain text, but SARIF reads links, [text](target), and placeholders, {0}, in it. Agents choose the text: a
 * backslash before each bracket, and doubled braces, keep it text.
 */
function toMessageText(text: string): string {
  return wellFormed(text)
    .replaceAll(/[\\[\]]/g, String.raw`\$&`)
    .replaceAll(/[{}]/g, "$&$&");
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
