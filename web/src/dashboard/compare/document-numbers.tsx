/** The numbers of two runs as the server has them, with the differences it computed. */
import { formatDuration, noNumber } from "../../../../src/report/text/format.ts";
import { type ComparedNumber, NumberTable, signed } from "../../compare/number-table.tsx";
import { axisNames } from "../../scorecard/card-words.ts";
import type { RunComparison } from "../api/answers.ts";
import { formatMicros } from "../parts/micros.ts";

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
    format: formatMicros,
  },
];

export function DocumentNumbers({ comparison }: { comparison: RunComparison }) {
  return <NumberTable rows={rows.map((row) => comparedOf(row, comparison))} />;
}

function comparedOf({ name, depth, of, difference, format }: NumberRow, comparison: RunComparison): ComparedNumber {
  const change = difference(comparison);
  return {
    name,
    depth,
    before: shown(of(comparison.a), format),
    after: shown(of(comparison.b), format),
    difference: change === null ? noNumber : signed(change, format),
    isSame: (change ?? 0) === 0,
  };
}

function shown(value: number | null | undefined, format: NumberRow["format"]): string {
  return value === null || value === undefined ? noNumber : format(value);
}
