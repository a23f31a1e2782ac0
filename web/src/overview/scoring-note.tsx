/** The rules the numbers were made by, as the report carries them. */
import type { Scoring } from "../../../src/core/report.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { categories, dimensionNames, signalWords } from "../parts/names.ts";
import { Section } from "../parts/section.tsx";

export function ScoringNote({ scoring }: { scoring: Scoring }) {
  const weights = dimensionNames.map(({ name, weight }) => `${name} ${scoring.weights[weight]}`).join(", ");
  return (
    <Section id="scoring" title="How it is scored">
      <p class="prose">
        The AXIS Result is the weighted mean of four dimensions: {weights}. A dimension that does not apply leaves its
        weight to the others; one that could not be scored leaves the whole unknown. The three dimensions made of
        signals pass a curve (median {scoring.calibration.median}, sigma {scoring.calibration.sigma}).
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Weights of the signals">
        <table class="scored-how">
          <thead>
            <tr>
              <th scope="col">Dimension</th>
              {Object.values(signalWords).map((word) => (
                <th scope="col" class="number" key={word}>
                  {word}
                </th>
              ))}
              <th scope="col">Speed falls after</th>
            </tr>
          </thead>
          <tbody>
            {categories.map((category) => (
              <tr key={category}>
                <th scope="row">{dimensionNames.find(({ id }) => id === category)?.name}</th>
                {(Object.keys(signalWords) as (keyof typeof signalWords)[]).map((signal) => (
                  <td class="number" key={signal}>
                    {scoring.signalWeights[category][signal]}
                  </td>
                ))}
                <td>{scoring.speedThresholdsMs[category].map(formatDuration).join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
