/** A chart over time with a tooltip, keyboard control and a table of all its numbers. */
import type { ChartLine } from "./chart-line.ts";
import { ChartTable } from "./chart-table.tsx";
import type { Cursor } from "./cursor.ts";
import { PlotArea } from "./plot-area.tsx";
import { listReadings } from "./reading.ts";
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
}

export function TimeChart(props: TimeChartProps) {
  const { id, title, note, lines, scale, cursor } = props;
  const at = cursor.at ?? cursor.moments.at(-1) ?? null;
  const readings = listReadings(lines, at, scale);
  return (
    <figure class="chart" id={id}>
      <figcaption>
        <h2 class="label">{title}</h2>
        {at !== null && <Readout at={cursor.format(at)} readings={readings} />}
        {note !== undefined && <p class="chart-note">{note}</p>}
      </figcaption>
      <PlotArea {...props} said={{ title, at, readings }} />
      <ChartTable {...props} />
    </figure>
  );
}
