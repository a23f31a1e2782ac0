/** The four dimensions of a result, as four small bars that can be compared down a column. */
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import { dimensionNames } from "./names.ts";
import { bandClass } from "./score.tsx";

const height = 18;

export function DimensionBars({ score }: { score: AxisResult }) {
  const values = dimensionNames.map(({ id, name, short }) => ({ name, short, ...score[id] }));
  const words = values.map((value) => `${value.name} ${value.score ?? value.status.replace("-", " ")}`).join(", ");
  return (
    <svg
      class="dimension-bars"
      viewBox={`0 0 48 ${height + 10}`}
      width="48"
      height={height + 10}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {values.map(({ short, score: points }, index) => (
        <g key={short}>
          <rect x={index * 12 + 1} y="0" width="8" height={height} class="track" />
          {points !== null && (
            <rect
              x={index * 12 + 1}
              y={height - (points / 100) * height}
              width="8"
              height={(points / 100) * height}
              class={bandClass(points)}
            />
          )}
          <text x={index * 12 + 5} y={height + 9} text-anchor="middle">
            {short}
          </text>
        </g>
      ))}
    </svg>
  );
}
