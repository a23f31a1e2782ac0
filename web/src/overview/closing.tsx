/** How the report was scored and run: closed, because few readers need it. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { Report, Scoring } from "../../../src/core/report.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { formatSandbox } from "../../../src/report/text/format-sandbox.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { formatMoment } from "../parts/moment.ts";
import { categories, dimensionNames, signalWords } from "../parts/names.ts";
import { Facts } from "../parts/section.tsx";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { safeLine, safeName } from "../text/safe.ts";

interface ClosingProps {
  readonly report: Report;
  readonly axisVersion: string;
}

export function Closing({ report, axisVersion }: ClosingProps) {
  const { scoring } = report;
  return (
    <section class="closing" id="closing" aria-label="How it was scored and run">
      {scoring !== undefined && (
        <details id="scoring">
          <summary>
            <b>How it is scored</b> <small>{describeScoring(report, scoring)}</small>
          </summary>
          <ScoringNote scoring={scoring} />
        </details>
      )}
      <details id="running">
        <summary>
          <b>How it was run</b> <small>{describeRunning(report, axisVersion)}</small>
        </summary>
        <Facts facts={listFacts(report, axisVersion)} />
      </details>
    </section>
  );
}

function describeScoring({ gate }: Report, scoring: Scoring): string {
  const weights = dimensionNames.map(({ name, weight }) => `${name} ${scoring.weights[weight]}`).join(", ");
  return `${weights}; ${describeGate(gate)}`;
}

function describeGate(gate: Report["gate"]): string {
  const { minPassRate = "most", failUnder = null } = gate ?? {};
  const share = typeof minPassRate === "number" ? `${Math.round(minPassRate * 100)} % of` : minPassRate;
  const passes =
    minPassRate === 0
      ? "no result has to pass"
      : `a result passes when ${share} ${share === "all" ? "its" : "of its"} counted trials do`;
  return `${passes.replace("% of of", "% of")}${failUnder === null ? "" : `, and its mean must reach ${failUnder}`}`;
}

const scoringColumns = [
  ...textColumns("Dimension"),
  ...numberColumns(...Object.values(signalWords)),
  ...textColumns("Speed falls after"),
];

/** How the numbers were computed, from the report itself. */
function ScoringNote({ scoring }: { scoring: Scoring }) {
  const weights = dimensionNames.map(({ name, weight }) => `${name} ${scoring.weights[weight]}`).join(", ");
  return (
    <>
      <p class="prose">
        The AXIS Result is the weighted mean of four dimensions: {weights}. If a dimension does not apply, the others
        share its weight; if one could not be scored, or no step was recorded, there is no AXIS Result. The three
        dimensions computed from signals are calibrated on a curve (median {scoring.calibration.median}, sigma{" "}
        {scoring.calibration.sigma}).
      </p>
      <ScrollTable label="Weights of the signals" class="scored-how" columns={scoringColumns}>
        {categories.map((category) => (
          <tr key={category}>
            <th scope="row">{dimensionNames.find(({ id }) => id === category)?.name}</th>
            {(Object.keys(signalWords) as (keyof typeof signalWords)[]).map((signal) => (
              <td class="number" key={signal}>
                {scoring.signalWeights[category][signal]}
              </td>
            ))}
            <td>{scoring.speedThresholdsMs[category].map(formatDuration).join(", ")}</td>
          </tr>
        ))}
      </ScrollTable>
    </>
  );
}

function describeRunning({ results, seed }: Report, axisVersion: string): string {
  const agents = new Set(results.map(({ agentName }) => agentName)).size;
  return [
    `AXIS ${axisVersion}`,
    formatCount(agents, "agent"),
    ...listSandboxes(results).slice(0, 1),
    ...(seed === undefined ? [] : [`seed ${safeLine(seed, 40)}`]),
  ].join(", ");
}

function listSandboxes(results: readonly PairResult[]): string[] {
  return [...new Set(results.flatMap(({ sandbox }) => (sandbox === undefined ? [] : [formatSandbox(sandbox)])))];
}

function listFacts(report: Report, axisVersion: string): (readonly [string, string])[] {
  const { results, summary, seed, rescoredFrom, leftOut = [], durationMs } = report;
  const agents = new Map(results.map(({ agentName, agentConfig }) => [agentName, agentConfig]));
  const sandboxes = listSandboxes(results);
  return [
    ["Page written by", `AXIS ${axisVersion}`],
    ["Report", safeName(report.reportId, 80)],
    ["Started", formatMoment(report.timestamp)],
    ["Took", durationMs === null ? "unknown: AXIS was killed" : formatDuration(durationMs)],
    ...[...agents].map(([name, { agent, model }]) => {
      const words = model === undefined ? agent : `${agent}, ${model}`;
      return [`Agent ${safeName(name, 60)}`, safeLine(words, 120)] as const;
    }),
    ["Sandbox", sandboxes.length === 0 ? "unknown" : sandboxes.map((text) => safeLine(text, 200)).join("; ")],
    ...(seed === undefined ? [] : [["Seed", safeLine(seed, 80)] as const]),
    ...(summary.skipped === 0 ? [] : [["Skipped scenarios", String(summary.skipped)] as const]),
    ...(leftOut.length === 0
      ? []
      : [["Broken scenario files", leftOut.map((file) => safeLine(file, 120)).join(", ")] as const]),
    ...(rescoredFrom === undefined ? [] : [["Rescored from", safeLine(rescoredFrom, 80)] as const]),
  ];
}
