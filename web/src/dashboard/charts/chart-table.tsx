/** The numbers of a chart as a table, rendered when opened. */
import { useState } from "preact/hooks";
import { type Column, numberColumns, ScrollTable, textColumns } from "../../parts/table.tsx";
import type { ChartLine, LinePoint } from "./chart-line.ts";
import { formatBounds, formatValue } from "./reading.ts";
import type { TimeChartProps } from "./time-chart.tsx";
import { TierWord } from "../../scorecard/tier.tsx";

interface TableRow {
  readonly line: ChartLine;
  readonly point: LinePoint;
}

export function ChartTable({ title, lines, scale, cursor, runLink }: TimeChartProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Numbers<span class="sr"> of {title}</span>
      </summary>
      {open && (
        <ScrollTable label={`Numbers of ${title}`} columns={listColumns(title, scale.tiers !== undefined)}>
          {listRows(lines).map(({ line, point }, index) => (
            <tr key={index}>
              <th scope="row">
                {point.runId === null ? (
                  cursor.format(point.at)
                ) : (
                  <a href={runLink(point.runId)}>{cursor.format(point.at)}</a>
                )}
              </th>
              <td>{line.name}</td>
              <td class="number">{formatValue(point, scale)}</td>
              {scale.tiers !== undefined && <td>{point.tier !== null && <TierWord tier={point.tier} />}</td>}
              <td class="number">{point.bounds === null ? "–" : formatBounds(point.bounds, scale)}</td>
              <td class="number">{point.runs}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </details>
  );
}

function listColumns(title: string, hasTiers: boolean): Column[] {
  return [
    ...textColumns("Time (UTC)", "Series"),
    ...numberColumns(title),
    ...textColumns(...(hasTiers ? ["Tier"] : [])),
    ...numberColumns("95 % interval", "Runs"),
  ];
}

/** Newest first. */
function listRows(lines: readonly ChartLine[]): TableRow[] {
  const rows = lines.flatMap((line) => line.points.map((point) => ({ line, point })));
  return rows.toSorted((one, other) => other.point.at - one.point.at);
}
