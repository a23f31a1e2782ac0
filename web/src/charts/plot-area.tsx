/** The interactive part of a chart: the plot, and a tooltip at the highlighted moment. */
import { useMemo, useState } from "preact/hooks";
import { type ChartLine, findNearestMoment } from "./chart-line.ts";
import { type Cursor, type ChartText, sliderProps } from "./cursor.ts";
import { type Frame, layOutFrame } from "./frame.ts";
import { type ChartMark, Plot, useLineClass } from "./plot.tsx";
import { Tooltip } from "./readout.tsx";
import type { TimeChartProps } from "./time-chart.tsx";
import { useWidth } from "./use-width.ts";

/** Pixels at the right of a chart for the ends of its lines. */
const endMargins = { names: 170, values: 66, none: 12 } as const;
/** A narrower chart needs all its width for the lines. */
const leastForNames = 620;
const noMarks: readonly ChartMark[] = [];

export function PlotArea(props: TimeChartProps & { readonly said: ChartText }) {
  const { lines, scale, cursor, height, said, marks = noMarks, isSmall = false, chosen } = props;
  const [element, width] = useWidth<HTMLDivElement>();
  const pointing = usePointing(cursor);
  const ends = isSmall ? "values" : width >= leastForNames && scale.tiers === undefined ? "names" : "none";
  const frame = useMemo(
    () => layOutFrame({ width, height, margin: endMargins[ends] }, cursor, scale),
    [width, height, ends, cursor.moments, cursor.grainMs, scale],
  );
  // Depends on the data only, so that moving the pointer does not draw it again.
  const plot = useMemo(
    () => <Plot frame={frame} scale={scale} lines={lines} marks={marks} ends={ends} hasBands={!isSmall} />,
    [frame, scale, lines, marks, ends, isSmall],
  );
  const { at } = cursor;
  return (
    <div
      class="chart-plot"
      ref={element}
      {...sliderProps(cursor, said)}
      {...pointing.handlers(frame)}
      onClick={() => at !== null && cursor.choose?.(at)}
    >
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {plot}
          {chosen?.map((moment) => (
            <line
              key={moment}
              class="chosen"
              x1={frame.x(moment)}
              x2={frame.x(moment)}
              y1={frame.top}
              y2={frame.bottom}
            />
          ))}
          {at !== null && <CursorLine frame={frame} at={at} lines={lines} />}
        </svg>
      )}
      {pointing.isHere && at !== null && (
        <Tooltip x={frame.x(at)} width={width} at={cursor.format(at)} readings={said.readings} />
      )}
    </div>
  );
}

/** Whether the pointer or the focus is on this chart, of all that share the cursor. */
function usePointing({ moments, moveTo }: Cursor) {
  const [isHere, setHere] = useState(false);
  const begin = () => setHere(true);
  const end = () => {
    setHere(false);
    moveTo(null);
  };
  const handlers = (frame: Frame) => ({
    onPointerMove: (event: PointerEvent) => {
      begin();
      const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
      moveTo(findNearestMoment(moments, frame.at(event.clientX - left)));
    },
    onPointerLeave: end,
    onFocus: begin,
    onBlur: end,
  });
  return { isHere, handlers };
}

interface CursorLineProps {
  readonly frame: Frame;
  readonly at: number;
  readonly lines: readonly ChartLine[];
}

function CursorLine({ frame, at, lines }: CursorLineProps) {
  return (
    <g class="cursor">
      <line x1={frame.x(at)} x2={frame.x(at)} y1={frame.top} y2={frame.bottom} />
      {lines.map((line) => (
        <CursorPoints key={line.tone} line={line} at={at} frame={frame} />
      ))}
    </g>
  );
}

function CursorPoints({ line, at, frame }: Omit<CursorLineProps, "lines"> & { readonly line: ChartLine }) {
  const tone = useLineClass(line);
  return (
    <>
      {line.points
        .filter((point) => point.at === at)
        .map(({ value }, index) => (
          <circle key={index} class={tone} cx={frame.x(at)} cy={frame.y(value)} r="4" />
        ))}
    </>
  );
}
