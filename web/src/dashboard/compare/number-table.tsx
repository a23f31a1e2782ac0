/** The numbers of two runs as the server has them, with the differences it computed. */
import { formatCost, formatDelta, formatDuration, noNumber } from "../../../../src/report/format.ts";
import { Section } from "../../parts/section.tsx";
import { axisNames } from "../../scorecard/card-words.ts";
import type { RunComparison } from "../api/answers.ts";

type Document = RunComparison["a"];

interface NumberRow {
  readonly name: string;
  readonly depth: 0 | 1;
  readonly of: (run: Document) => number | null | undefined;
  readonly difference: (comparison: RunComparison) => number | null;
  readonly format: (value: number) => string;
}

const points = String;
const rows: readonly NumberRow[] = [
  {
    name: "Scorecard",
    depth: 0,
    of: ({ score }) => score?.score,
    difference: (both) => both.difference.score,
    format: points,
  },
  ...axisNames.map(({ id, name }): NumberRow => ({
    name,
    depth: 1,
    of: ({ score }) => score?.axes[id],
    difference: (both) => both.difference[id],
    format: points,
  })),
  {
    name: "AXIS Result",
    depth: 0,
    of: (run) => run.axis_result,
    difference: (both) => both.difference.axis_result,
    format: points,
  },
  {
    name: "Time",
    depth: 0,
    of: (run) => run.wall_ms,
    difference: (both) => both.difference.wall_ms,
    format: formatDuration,
  },
  {
    name: "Cost",
    depth: 0,
    of: (run) => run.cost_micros,
    difference: (both) => both.difference.cost_micros,
    format: (micros) => formatCost(micros / 1_000_000),
  },
];

export function NumberTable({ comparison }: { comparison: RunComparison }) {
  return (
    <Section id="numbers" title="Numbers">
      <div class="scroll" tabIndex={0} role="region" aria-label="Numbers of both runs">
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">Of</th>
              {["Before", "After", "Difference"].map((title) => (
                <th scope="col" class="number" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} class={(row.difference(comparison) ?? 0) === 0 ? "same" : "changed"}>
                <th scope="row" class={`depth-${row.depth}`}>
                  {row.name}
                </th>
                <td class="number">{shown(row, row.of(comparison.a))}</td>
                <td class="number">{shown(row, row.of(comparison.b))}</td>
                <td class="number">{differenceText(row, comparison)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function shown({ format }: NumberRow, value: number | null | undefined): string {
  return value === null || value === undefined ? noNumber : format(value);
}

function differenceText({ difference, format }: NumberRow, comparison: RunComparison): string {
  const change = difference(comparison);
  if (change === null) return noNumber;
  if (format === points) return formatDelta(change);
  return change === 0 ? "0" : `${change < 0 ? "−" : "+"}${format(Math.abs(change))}`;
}
