/** The metrics by slice of the dataset. */
import type { SliceSummary } from "../../../src/metrics/evaluation/summary/summaries.ts";
import { formatBounds, formatMean } from "../../../src/metrics/evaluation/exports/numbers.ts";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";
import { formatPercent } from "./metric-table.tsx";

const columns = [
  ...textColumns("Slice", "Metric"),
  ...numberColumns("Mean", "Interval", "Pass rate", "Scored", "Failed"),
];

/** A longer table is collapsed, to keep the items close to the metrics. */
const maxVisible = 24;

export function Slices({ slices }: { slices: readonly SliceSummary[] }) {
  const rows = slices.reduce((sum, { metrics }) => sum + metrics.length, 0);
  if (rows === 0) return null;
  return (
    <Section id="slices" title="Slices" note={String(slices.length)}>
      {rows <= maxVisible ? (
        <SliceTable slices={slices} />
      ) : (
        <details class="rest">
          <summary>
            {slices.length} slices, {rows} rows
          </summary>
          <SliceTable slices={slices} />
        </details>
      )}
    </Section>
  );
}

function SliceTable({ slices }: { slices: readonly SliceSummary[] }) {
  return (
    <ScrollTable label="Slices" class="slices" columns={columns}>
      {slices.flatMap(({ field, value, metrics }) =>
        metrics.map((metric) => (
          <tr key={`${field}\n${value}\n${metric.name}`}>
            <th scope="row">
              {safeLine(field, 60)}: {safeLine(value, 80)}
            </th>
            <td>{safeLine(metric.name, 120)}</td>
            <td class="number">{formatMean(metric)}</td>
            <td class="number">{formatBounds(metric)}</td>
            <td class="number">{formatPercent(metric.passRate)}</td>
            <td class="number">
              {metric.scored} of {metric.n}
            </td>
            <td class="number">{metric.failed}</td>
          </tr>
        )),
      )}
    </ScrollTable>
  );
}
