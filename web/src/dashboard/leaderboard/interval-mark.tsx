/** A mean on the scale from 0 to 100, with its interval; the numbers stand beside it. */
import { tierClass } from "../../scorecard/tier.tsx";
import type { Standing } from "../api/answers.ts";
import { scoreScale } from "../charts/value-scale.ts";

const [width, height] = [160, 14];

export function IntervalMark({ standing }: { readonly standing: Standing }) {
  const { mean_score, mean_interval, tier } = standing;
  const x = (points: number) => 2 + (points / 100) * (width - 4);
  return (
    <svg class={`interval-mark ${tierClass(tier)}`} width={width} height={height} aria-hidden="true">
      <line class="axis-line" x1={x(0)} x2={x(100)} y1={height / 2} y2={height / 2} />
      {scoreScale.ticks.map((points) => (
        <line key={points} class="axis-line" x1={x(points)} x2={x(points)} y1="3" y2={height - 3} />
      ))}
      {mean_interval !== null && (
        <line class="reach" x1={x(mean_interval.lower)} x2={x(mean_interval.upper)} y1={height / 2} y2={height / 2} />
      )}
      <circle cx={x(mean_score)} cy={height / 2} r="4" />
    </svg>
  );
}
