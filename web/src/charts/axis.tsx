/** A horizontal axis that many rows share: its ticks above, and an interval per row. Positions are shares, so nothing is measured. */
import type { ComponentChildren } from "preact";
import { AgentPoint, useAgentLook } from "../parts/agent-look.tsx";

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const niceSteps = [1, 2, 5, 10] as const;

/** An axis with round ticks around all values, within the limits. */
export function makeAxis(values: readonly number[], { least = -Infinity, most = Infinity, ticks = 5 } = {}): Axis {
  const known = values.filter(Number.isFinite);
  const low = Math.max(least, Math.min(...known, most));
  const high = Math.min(most, Math.max(...known, least));
  if (known.length === 0 || !Number.isFinite(low) || !Number.isFinite(high)) return { from: 0, to: 1, ticks: [0, 1] };
  const span = Math.max(high - low, Math.abs(high) * 1e-6, 1e-6);
  const size = 10 ** Math.floor(Math.log10(span / ticks));
  const step = (niceSteps.find((nice) => span / (nice * size) <= ticks) ?? 10) * size;
  const first = Math.max(least, Math.floor(low / step + 1e-9) * step);
  const last = Math.min(most, Math.ceil(high / step - 1e-9) * step);
  const isPoint = snap(first, step) === snap(last, step);
  const from = snap(isPoint ? first - step : first, step);
  const to = snap(last, step);
  const count = Math.round((to - from) / step);
  return { from, to, ticks: Array.from({ length: count + 1 }, (_, index) => snap(from + index * step, step)) };
}

/** The next multiple of the step, without the last digits of a division such as 0.30000000000000004. */
function snap(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12)) + 0;
}

/** The position of a value on the axis, as a percentage; values beyond an end are at that end. */
export function toPercent({ from, to }: Axis, value: number): string {
  return `${(Math.min(1, Math.max(0, (value - from) / (to - from))) * 100).toFixed(2)}%`;
}

/** The labels above the rows. */
export function AxisTicks({
  axis,
  format = String,
}: {
  readonly axis: Axis;
  readonly format?: (value: number) => string;
}) {
  return (
    <svg class="axis-ticks" width="100%" height="16" aria-hidden="true">
      {axis.ticks.map((tick) => (
        <text key={tick} x={toPercent(axis, tick)} y="12" text-anchor="middle">
          {format(tick)}
        </text>
      ))}
    </svg>
  );
}

/** For an axis of differences. */
export function formatSignedTick(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

interface AxisRowProps {
  readonly axis: Axis;
  readonly height?: number;
  /** Read instead of the drawing. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** One row: the grid of the ticks, and what is drawn on it. */
export function AxisRow({ axis, height = 36, label, children }: AxisRowProps) {
  return (
    <svg class="axis-row" width="100%" height={height} role="img" aria-label={label}>
      {axis.ticks.map((tick) => (
        <line key={tick} class="grid-line" x1={toPercent(axis, tick)} x2={toPercent(axis, tick)} y1="0" y2={height} />
      ))}
      {children}
    </svg>
  );
}

interface IntervalMarkProps {
  readonly axis: Axis;
  readonly agent: string;
  readonly value: number;
  /** Null if there is no interval. */
  readonly bounds: { readonly lower: number; readonly upper: number } | null;
  readonly y?: number;
  /** Replaces the agent's color. */
  readonly tone?: string | undefined;
}

/** A mean with its interval, as a point with whiskers. */
export function IntervalMark({ axis, agent, value, bounds, y = 14, tone }: IntervalMarkProps) {
  const look = useAgentLook(agent);
  return (
    <>
      {bounds !== null && <Whiskers {...{ axis, bounds, y }} tone={tone ?? `agent-tone-${look.tone}`} />}
      <AgentPoint name={agent} x={toPercent(axis, value)} y={y} tone={tone} />
    </>
  );
}

interface WhiskersProps {
  readonly axis: Axis;
  readonly bounds: { readonly lower: number; readonly upper: number };
  readonly y: number;
  readonly tone: string;
}

function Whiskers({ axis, bounds: { lower, upper }, y, tone }: WhiskersProps) {
  const [low, high] = [toPercent(axis, lower), toPercent(axis, upper)];
  return (
    <g class={`whiskers ${tone}`}>
      <line x1={low} x2={high} y1={y} y2={y} />
      <line x1={low} x2={low} y1={y - 4} y2={y + 4} />
      <line x1={high} x2={high} y1={y - 4} y2={y + 4} />
    </g>
  );
}

interface StrokesProps {
  readonly axis: Axis;
  readonly values: readonly number[];
  readonly y?: number;
}

/** Single values as small strokes below an interval. */
export function Strokes({ axis, values, y = 26 }: StrokesProps) {
  return (
    <g class="strokes">
      {values.map((value, index) => (
        <line key={index} x1={toPercent(axis, value)} x2={toPercent(axis, value)} y1={y} y2={y + 6} />
      ))}
    </g>
  );
}
