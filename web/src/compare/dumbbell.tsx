/** A value before and after on a shared axis: an outlined mark, a filled mark, and the line between them. */
import { type Axis, AxisRow, toPercent } from "../charts/axis.tsx";
import { AgentPoint } from "../parts/agent-look.tsx";

interface DumbbellProps {
  readonly axis: Axis;
  readonly before: number | null;
  readonly after: number | null;
  /** The agent whose shape the mark after has; unknown names are dots. */
  readonly agent: string;
  readonly tone: string;
  /** Read instead of the drawing. */
  readonly label: string;
}

const height = 22;

export function Dumbbell({ axis, before, after, agent, tone, label }: DumbbellProps) {
  const class_ = `move-${tone}`;
  const y = height / 2;
  return (
    <AxisRow axis={axis} height={height} label={label}>
      {before !== null && after !== null && (
        <line class={`dumbbell ${class_}`} x1={toPercent(axis, before)} x2={toPercent(axis, after)} y1={y} y2={y} />
      )}
      {/* The empty name has the look of no agent: a dot. */}
      {before !== null && <AgentPoint name="" x={toPercent(axis, before)} y={y} scale={0.8} isHollow tone={class_} />}
      {after !== null && <AgentPoint name={agent} x={toPercent(axis, after)} y={y} scale={0.8} tone={class_} />}
    </AxisRow>
  );
}
