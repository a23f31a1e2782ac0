/** The same metrics over the items that share a value. */
import type { SliceSummary } from "../../../src/evaluation/summary/summaries.ts";
import { formatBounds, formatShare } from "../../../src/evaluation/exports/numbers.ts";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";
import { percent } from "./metric-table.tsx";

export function Slices({ slices }: { slices: readonly SliceSummary[] }) {
  if (slices.length === 0) return null;
  return (
    <Section id="slices" title="Slices" note={String(slices.length)}>
      <div class="scroll" tabIndex={0} role="region" aria-label="Slices">
        <table class="slices">
          <thead>
            <tr>
              {["Slice", "Metric", "Mean", "Interval", "Pass rate", "Scored", "Failed"].map((title, index) => (
                <th scope="col" key={title} class={index > 1 ? "number" : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slices.flatMap(({ field, value, metrics }) =>
              metrics.map((metric) => (
                <tr key={`${field}\n${value}\n${metric.name}`}>
                  <th scope="row">
                    {safeLine(field, 60)}: {safeLine(value, 80)}
                  </th>
                  <td>{safeLine(metric.name, 120)}</td>
                  <td class="number">{formatShare(metric.mean)}</td>
                  <td class="number">{formatBounds(metric.ci95)}</td>
                  <td class="number">{percent(metric.passRate)}</td>
                  <td class="number">
                    {metric.scored} of {metric.n}
                  </td>
                  <td class="number">{metric.failed}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
