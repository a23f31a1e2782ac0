/** The drawing: tier bands, grid, intervals, lines. The table has the same numbers. */
import { AgentPoint, useAgentLook } from "../parts/agent-look.tsx";
import { tierClass } from "../scorecard/tier.tsx";
import { splitBounded, type ChartLine, type LinePoint } from "./chart-line.ts";
import type { Frame } from "./frame.ts";
import { formatValue } from "./reading.ts";
import { listTimeTicks } from "./time-ticks.ts";
import type { ValueScale } from "./value-scale.ts";

/** A vertical line: something changed between two points. */
export interface ChartMark {
  readonly at: number;
  /** Already safe to show. */
  readonly label: string;
}

interface PlotProps {
  readonly frame: Frame;
  readonly scale: ValueScale;
  readonly lines: readonly ChartLine[];
  readonly marks: readonly ChartMark[];
  /** Names and values at the ends of the lines; values alone in a small chart. */
  readonly ends: "names" | "values" | "none";
  readonly hasBands: boolean;
}

/** Pixels per time label. */
const tickWidth = 90;
/** Pixels per dot; with less room only the line is drawn. */
const dotWidth = 7;
/** Half the width of a label at the edge. */
const endWidth = 22;

export function Plot({ frame, scale, lines, marks, ends, hasBands }: PlotProps) {
  return (
    <>
      <Tiers frame={frame} scale={scale} />
      <Grid frame={frame} scale={scale} />
      {marks.map((mark) => (
        <Mark key={mark.at} frame={frame} mark={mark} />
      ))}
      {lines.map((line) => (
        <Line key={line.tone} line={line} frame={frame} isOneOfMany={lines.length > 2} hasBands={hasBands} />
      ))}
      {ends !== "none" &&
        listEnds(lines, frame).map(({ line, point, y }) => (
          <LineEnd key={line.tone} {...{ line, point, y, frame, scale }} hasName={ends === "names"} />
        ))}
    </>
  );
}

interface LineProps {
  readonly line: ChartLine;
  readonly frame: Frame;
  readonly isOneOfMany: boolean;
  readonly hasBands: boolean;
}

function Line({ line, frame, isOneOfMany, hasBands }: LineProps) {
  const tone = useLineClass(line);
  return (
    <g class={`${tone}${isOneOfMany ? " among-many" : ""}`}>
      {hasBands &&
        splitBounded(line.points).map((stretch) => <Interval key={stretch[0]?.at} frame={frame} stretch={stretch} />)}
      <path class="reference" d={toPath(line.reference, frame)} />
      <Values frame={frame} line={line} />
    </g>
  );
}

/** The class that gives a line its color: that of its agent, otherwise that of its number. */
export function useLineClass({ agent, tone }: Pick<ChartLine, "agent" | "tone">): string {
  const look = useAgentLook(agent ?? "");
  return typeof agent === "string" && look.tone > 0 ? `agent-line agent-tone-${look.tone}` : `line-${tone}`;
}

function Mark({ frame: { x, top, bottom, left, right }, mark: { at, label } }: { frame: Frame; mark: ChartMark }) {
  const isRight = x(at) > (left + right) / 2;
  return (
    <g class="chart-mark">
      <line x1={x(at)} x2={x(at)} y1={top} y2={bottom} />
      <text x={x(at) + (isRight ? -6 : 6)} y={top + 10} text-anchor={isRight ? "end" : "start"}>
        {label}
      </text>
    </g>
  );
}

interface LineEndPoint {
  readonly line: ChartLine;
  readonly point: LinePoint;
  readonly y: number;
}

/** Pixels between two names. */
const endHeight = 15;

/** The last points from top to bottom, moved apart so that their names do not overlap. */
function listEnds(lines: readonly ChartLine[], frame: Frame): LineEndPoint[] {
  const ends = lines
    .flatMap((line) => {
      const point = line.points.at(-1);
      return point === undefined ? [] : [{ line, point, y: frame.y(point.value) }];
    })
    .toSorted((one, other) => one.y - other.y);
  let free = -Infinity;
  const placed = ends.map((end) => {
    free = Math.max(free + endHeight, end.y);
    return { ...end, y: free };
  });
  const beyond = Math.max(0, free - frame.bottom);
  return placed.map((end) => ({ ...end, y: end.y - beyond }));
}

interface LineEndProps extends LineEndPoint {
  readonly frame: Frame;
  readonly scale: ValueScale;
  readonly hasName: boolean;
}

function LineEnd({ line, point, y, frame, scale, hasName }: LineEndProps) {
  const tone = useLineClass(line);
  const x = frame.right + 8;
  return (
    <g class={`line-end ${tone}`}>
      {typeof line.agent === "string" && <AgentPoint name={line.agent} x={x + 6} y={y} scale={0.8} />}
      <text x={x + (typeof line.agent === "string" ? 16 : 0)} y={y + 4}>
        {hasName && <tspan class="name">{cutName(line.name)} </tspan>}
        <tspan class="value-text">{formatValue(point, scale)}</tspan>
      </text>
    </g>
  );
}

/** Names are longer than the room beside a chart; the legend and the table have them in full. */
function cutName(name: string): string {
  return name.length > 16 ? `${name.slice(0, 15).toWellFormed()}…` : name;
}

type GridProps = Pick<PlotProps, "frame" | "scale">;

function Tiers({ frame: { left, right, y }, scale }: GridProps) {
  return (
    <>
      {scale.tiers?.map(({ tier, from, to }) => (
        <g key={tier} class={`tier-band ${tierClass(tier)}`}>
          <rect x={left} y={y(to)} width={right - left} height={y(from) - y(to)} />
          <text x={right + 6} y={(y(from) + y(to)) / 2 + 4}>
            {tier}
          </text>
        </g>
      ))}
    </>
  );
}

function Grid({ frame, scale }: GridProps) {
  const { width, left, right, top, bottom, x, y } = frame;
  const times = listTimeTicks(frame, Math.max(2, Math.floor((right - left) / tickWidth)));
  return (
    <g class="grid">
      {scale.ticks.map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 4} text-anchor="end">
            {scale.formatTick(value)}
          </text>
        </g>
      ))}
      {times.map(({ at, label }) => (
        <g key={at}>
          <line class="time" x1={x(at)} x2={x(at)} y1={top} y2={bottom + 4} />
          <text x={x(at)} y={bottom + 17} text-anchor={x(at) > width - endWidth ? "end" : "middle"}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Single runs are dots without a line, because nothing lies between them. */
function Values({ frame, line: { points, agent } }: { readonly frame: Frame; readonly line: ChartLine }) {
  const single = points.some(({ runId }) => runId !== null);
  return (
    <>
      {!single && <path class="value" d={toPath(points, frame)} />}
      {(single || points.length * dotWidth <= frame.right - frame.left) &&
        points.map(({ at, value }, index) =>
          typeof agent === "string" && !single ? (
            <AgentPoint key={index} name={agent} x={frame.x(at)} y={frame.y(value)} scale={0.75} />
          ) : (
            <circle
              key={index}
              class={single ? "run" : "mean"}
              cx={frame.x(at)}
              cy={frame.y(value)}
              r={single ? 3 : 2.5}
            />
          ),
        )}
    </>
  );
}

/** A band, or a bar for a single point. */
function Interval({ frame: { x, y }, stretch }: { readonly frame: Frame; readonly stretch: readonly LinePoint[] }) {
  const corners = (side: "lower" | "upper") => stretch.map(({ at, bounds }) => `${x(at)},${y(bounds?.[side] ?? 0)}`);
  const [only] = stretch;
  if (stretch.length === 1 && only !== undefined)
    return (
      <line
        class="interval"
        x1={x(only.at)}
        x2={x(only.at)}
        y1={y(only.bounds?.lower ?? 0)}
        y2={y(only.bounds?.upper ?? 0)}
      />
    );
  return <path class="interval" d={`M${[...corners("upper"), ...corners("lower").toReversed()].join("L")}Z`} />;
}

function toPath(points: readonly { readonly at: number; readonly value: number }[], { x, y }: Frame): string {
  return points.length === 0 ? "" : `M${points.map(({ at, value }) => `${x(at)},${y(value)}`).join("L")}`;
}
