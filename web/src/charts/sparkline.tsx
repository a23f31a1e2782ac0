/** A line without an axis, for a row of a table: the way, not the numbers. */
import { useAgentLook } from "../parts/agent-look.tsx";

export interface SparkPoint {
  readonly at: number;
  readonly value: number;
}

interface SparklineProps {
  readonly agent: string;
  readonly points: readonly SparkPoint[];
  /** The lowest and highest value, and the first and last moment, of all rows. */
  readonly range: { readonly low: number; readonly high: number; readonly from: number; readonly to: number };
  /** Read instead of the drawing. */
  readonly label: string;
}

const [width, height, margin] = [88, 26, 3];

export function Sparkline({ agent, points, range: { low, high, from, to }, label }: SparklineProps) {
  const { tone } = useAgentLook(agent);
  const x = ({ at }: SparkPoint) => margin + ((at - from) / Math.max(1, to - from)) * (width - 2 * margin);
  const y = ({ value }: SparkPoint) =>
    height - margin - ((value - low) / Math.max(1e-9, high - low)) * (height - 2 * margin);
  const last = points.at(-1);
  if (last === undefined) return <span class="none">–</span>;
  const path = `M${points.map((point) => `${x(point).toFixed(1)},${y(point).toFixed(1)}`).join("L")}`;
  return (
    <svg class={`sparkline agent-tone-${tone}`} width={width} height={height} role="img" aria-label={label}>
      <path d={path} />
      <circle cx={x(last)} cy={y(last)} r="2" />
    </svg>
  );
}
