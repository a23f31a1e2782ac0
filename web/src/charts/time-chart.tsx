/** A chart over time with a tooltip, keyboard control and a table of all its numbers. */
import { useState } from "preact/hooks";
import { type Column, numberColumns, ScrollTable, textColumns } from "../parts/table.tsx";
import { TierWord } from "../scorecard/tier.tsx";
import type { ChartLine, LinePoint } from "./chart-line.ts";
import type { Cursor } from "./cursor.ts";
import { PlotArea } from "./plot-area.tsx";
import type { ChartMark } from "./plot.tsx";
import { formatBounds, formatValue, listReadings } from "./reading.ts";
import { Readout } from "./readout.tsx";
import type { ValueScale } from "./value-scale.ts";

export interface TimeChartProps {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly lines: readonly ChartLine[];
  readonly scale: ValueScale;
  readonly cursor: Cursor;
  readonly height: number;
  readonly runLink: (runId: string) => string;
  readonly marks?: readonly ChartMark[] | undefined;
  /** One of several below the main chart: no bands, and values without names at the ends of the lines. */
  readonly isSmall?: boolean;
  /** The chosen moments. */
  readonly chosen?: readonly number[] | undefined;
}

export function TimeChart(props: TimeChartProps) {
  const { id, title, note, lines, scale, cursor } = props;
  const at = cursor.at ?? cursor.moments.at(-1) ?? null;
  const readings = listReadings(lines, at, scale);
  return (
    <figure class="chart" id={id}>
      <figcaption>
        {props.isSmall === true ? <h3 class="label">{title}</h3> : <h2 class="label">{title}</h2>}
        {at !== null && props.isSmall !== true && <Readout at={cursor.format(at)} readings={readings} />}
        {note !== undefined && <p class="chart-note">{note}</p>}
      </figcaption>
      <PlotArea {...props} said={{ title, at, readings }} />
      <ChartTable {...props} />
    </figure>
  );
}

/** The numbers of a chart as a table, rendered when opened. */
interface TableRow {
  readonly line: ChartLine;
  readonly point: LinePoint;
}

function ChartTable({ title, lines, scale, cursor, runLink }: TimeChartProps) {
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
