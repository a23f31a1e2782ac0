/** The drawing: tier bands, grid, intervals, lines. The table has the same numbers. */
import { tierClass } from "../scorecard/tier.tsx";
import { splitBounded, type ChartLine, type LinePoint } from "./chart-line.ts";
import type { Frame } from "./frame.ts";
import { listTimeTicks } from "./time-ticks.ts";
import type { ValueScale } from "./value-scale.ts";

interface PlotProps {
  readonly frame: Frame;
  readonly scale: ValueScale;
  readonly lines: readonly ChartLine[];
}

/** Pixels per time label. */
const tickWidth = 90;
/** Pixels per dot; with less room only the line is drawn. */
const dotWidth = 7;
/** Half the width of a label at the edge. */
const endWidth = 22;

export function Plot({ frame, scale, lines }: PlotProps) {
  return (
    <>
      <Tiers frame={frame} scale={scale} />
      <Grid frame={frame} scale={scale} />
      {lines.map((line) => (
        <g key={line.tone} class={`line-${line.tone}${lines.length > 2 ? " among-many" : ""}`}>
          {splitBounded(line.points).map((stretch) => (
            <Interval key={stretch[0]?.at} frame={frame} stretch={stretch} />
          ))}
          <path class="reference" d={toPath(line.reference, frame)} />
          <Values frame={frame} points={line.points} />
        </g>
      ))}
    </>
  );
}

function Tiers({ frame: { left, right, y }, scale }: Omit<PlotProps, "lines">) {
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

function Grid({ frame, scale }: Omit<PlotProps, "lines">) {
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
function Values({ frame, points }: { readonly frame: Frame; readonly points: readonly LinePoint[] }) {
  const single = points.some(({ runId }) => runId !== null);
  return (
    <>
      {!single && <path class="value" d={toPath(points, frame)} />}
      {(single || points.length * dotWidth <= frame.right - frame.left) &&
        points.map(({ at, value }, index) => (
          <circle
            key={index}
            class={single ? "run" : "mean"}
            cx={frame.x(at)}
            cy={frame.y(value)}
            r={single ? 3 : 2.5}
          />
        ))}
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
