/** A report at a glance: verdict, numbers, results. */
import type { Scoring } from "../../../src/core/report.ts";
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { ChangesSection } from "../compare/changes.tsx";
import { categories, dimensionNames, signalWords } from "../parts/names.ts";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { Section } from "../parts/section.tsx";
import { AgentStatisticsTable } from "./agent-statistics.tsx";
import { Progress } from "./progress.tsx";
import { Results } from "./results.tsx";
import { Summary } from "./summary.tsx";

export function Overview({ index, query }: { index: PageIndex; query: URLSearchParams }) {
  const [only] = index.reports;
  if (only === undefined || only.report === null) return <p class="notice">This file contains no report.</p>;
  const { report } = only;
  return (
    <>
      <Summary report={report} verdict={only.verdict} />
      {only.progress?.state === "going-on" && <Progress progress={only.progress} />}
      <Results side={0} page={only} report={report} query={query} />
      {report.comparison !== undefined && index.compared !== undefined && (
        <ChangesSection comparison={report.comparison} view={index.compared} report={report} />
      )}
      {report.statistics !== undefined && report.results.some(({ trials }) => trials !== undefined) && (
        <AgentStatisticsTable statistics={report.statistics} />
      )}
      {report.scoring !== undefined && <ScoringNote scoring={report.scoring} />}
    </>
  );
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
    <Section id="scoring" title="How results are scored">
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
    </Section>
  );
}
