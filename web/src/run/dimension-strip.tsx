/** The four dimensions side by side, each with its number or the reason there is none. */
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import { dimensionNames } from "../parts/names.ts";
import { Bar, DimensionScore } from "../parts/score.tsx";
import { Passage } from "../text/passage.tsx";

export function DimensionStrip({ score }: { score: AxisResult }) {
  return (
    <ul class="strip">
      {dimensionNames.map(({ id, name, about }) => (
        <li key={id}>
          <span class="label">{name}</span>
          <DimensionScore dimension={score[id]} />
          <Bar value={score[id].score} />
          <small>{score[id].reason === undefined ? about : <Passage text={score[id].reason} />}</small>
        </li>
      ))}
    </ul>
  );
}
