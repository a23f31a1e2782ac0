/** A chart over time: one can point at a moment, or walk along it by keyboard; every number is in the table behind it. */
import { useMemo, useState } from "preact/hooks";
import { type ChartLine, nearestMoment } from "./chart-line.ts";
import { ChartTable } from "./chart-table.tsx";
import { type Frame, frameOf, type Moments } from "./frame.ts";
import { Plot } from "./plot.tsx";
import { type Reading, readingsAt } from "./reading.ts";
import { Readout, Tooltip } from "./readout.tsx";
import { useWidth } from "./use-width.ts";
import type { ValueScale } from "./value-scale.ts";

/** The moment that all charts of a view point at. */
export interface Cursor extends Moments {
  readonly at: number | null;
  readonly moveTo: (at: number | null) => void;
  readonly format: (at: number) => string;
}

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
  const { id, title, note, lines, scale, cursor, height } = props;
  const [element, width] = useWidth<HTMLDivElement>();
  const [active, setActive] = useState(false);
  const frame = useMemo(
    () => frameOf({ width, height }, cursor, scale),
    [width, height, cursor.moments, cursor.grainMs, scale],
  );
  const plot = useMemo(() => <Plot frame={frame} scale={scale} lines={lines} />, [frame, scale, lines]);
  const shown = cursor.at ?? cursor.moments.at(-1) ?? null;
  const readings = readingsAt(lines, shown, scale);
  const said = { title, at: shown, readings };
  const end = () => {
    setActive(false);
    cursor.moveTo(null);
  };
  return (
    <figure class="chart" id={id}>
      <figcaption>
        <h2 class="label">{title}</h2>
        {shown !== null && <Readout at={cursor.format(shown)} readings={readings} />}
        {note !== undefined && <p class="chart-note">{note}</p>}
      </figcaption>
      <div
        class="chart-plot"
        ref={element}
        {...walkable(cursor, said)}
        onPointerMove={(event) => {
          setActive(true);
          cursor.moveTo(pointedAt(event, frame, cursor));
        }}
        onPointerLeave={end}
        onFocus={() => setActive(true)}
        onBlur={end}
      >
        {width > 0 && (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {plot}
            {cursor.at !== null && <Rule frame={frame} at={cursor.at} lines={lines} />}
          </svg>
        )}
        {active && cursor.at !== null && (
          <Tooltip x={frame.x(cursor.at)} width={width} at={cursor.format(cursor.at)} readings={readings} />
        )}
      </div>
      <ChartTable {...props} />
    </figure>
  );
}

function Rule({
  frame,
  at,
  lines,
}: {
  readonly frame: Frame;
  readonly at: number;
  readonly lines: readonly ChartLine[];
}) {
  return (
    <g class="cursor">
      <line x1={frame.x(at)} x2={frame.x(at)} y1={frame.top} y2={frame.bottom} />
      {lines.flatMap(({ tone, points }) =>
        points
          .filter((point) => point.at === at)
          .map(({ value }, index) => (
            <circle key={`${tone} ${index}`} class={`line-${tone}`} cx={frame.x(at)} cy={frame.y(value)} r="4" />
          )),
      )}
    </g>
  );
}

function pointedAt(event: PointerEvent, frame: Frame, { moments }: Cursor): number | null {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return nearestMoment(moments, frame.at(event.clientX - box.left));
}

const jumps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  PageUp: (place) => place - 10,
  PageDown: (place) => place + 10,
  Home: () => 0,
  End: (_, last) => last,
};

interface Said {
  readonly title: string;
  readonly at: number | null;
  readonly readings: readonly Reading[];
}

/** To a screen reader a chart is something one moves along, and that says what is there. */
function walkable({ moments, moveTo, format }: Cursor, { title, at, readings }: Said) {
  const last = moments.length - 1;
  const place = at === null ? last : moments.indexOf(at);
  const words = readings.map(({ line, text }) => `${line.name} ${text}`).join(", ");
  return {
    role: "slider" as const,
    tabIndex: 0,
    "aria-label": `${title} over time`,
    "aria-valuemin": 0,
    "aria-valuemax": Math.max(0, last),
    "aria-valuenow": Math.max(0, place),
    "aria-valuetext": at === null ? "no points" : `${format(at)}: ${words === "" ? "nothing" : words}`,
    onKeyDown: (event: KeyboardEvent) => {
      const jump = jumps[event.key];
      if (jump === undefined || last < 0) return;
      event.preventDefault();
      moveTo(moments[Math.max(0, Math.min(last, jump(place, last)))] ?? null);
    },
  };
}
