/** The interactive part of a chart: the plot, and a tooltip at the highlighted moment. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ChartLine, findNearestMoment } from "./chart-line.ts";
import { type Cursor, type ChartText, sliderProps } from "./cursor.ts";
import { type Frame, layOutFrame } from "./frame.ts";
import { Plot } from "./plot.tsx";
import { Tooltip } from "./readout.tsx";
import type { TimeChartProps } from "./time-chart.tsx";

export function PlotArea({ lines, scale, cursor, height, said }: TimeChartProps & { readonly said: ChartText }) {
  const [element, width] = useWidth<HTMLDivElement>();
  const pointing = usePointing(cursor);
  const frame = useMemo(
    () => layOutFrame({ width, height }, cursor, scale),
    [width, height, cursor.moments, cursor.grainMs, scale],
  );
  // Depends on the data only, so that moving the pointer does not draw it again.
  const plot = useMemo(() => <Plot frame={frame} scale={scale} lines={lines} />, [frame, scale, lines]);
  const { at } = cursor;
  return (
    <div class="chart-plot" ref={element} {...sliderProps(cursor, said)} {...pointing.handlers(frame)}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {plot}
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

/** The width of an element: charts are drawn to the pixel so that text keeps its size. */
function useWidth<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    setWidth(node.clientWidth);
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
