/** Compares two runs that are not both recorded: the server's numbers, and what is missing. */
import { formatDuration, noNumber } from "../../../../src/report/text/format.ts";
import { ComparedHead, type ComparedSide } from "../../compare/compared-head.tsx";
import { type ComparedNumber, NumberTable, formatSigned } from "../../compare/number-table.tsx";
import { StageTable } from "../../compare/stages-compared.tsx";
import { axisNames } from "../../scorecard/card-words.ts";
import type { RunComparison } from "../api/answers.ts";
import { formatMicros } from "../parts/micros.ts";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { RunStatusWord } from "../runs/status-word.tsx";
import type { ViewProps } from "../views.ts";

/** A number of both runs, with the difference the server computed. */
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

function DocumentNumbers({ comparison }: { comparison: RunComparison }) {
  return <NumberTable rows={rows.map((row) => compareNumber(row, comparison))} />;
}

function compareNumber({ name, depth, of, difference, format }: NumberRow, comparison: RunComparison): ComparedNumber {
  const change = difference(comparison);
  return {
    name,
    depth,
    before: formatNumber(of(comparison.a), format),
    after: formatNumber(of(comparison.b), format),
    difference: change === null ? noNumber : formatSigned(change, format),
    isSame: (change ?? 0) === 0,
  };
}

function formatNumber(value: number | null | undefined, format: NumberRow["format"]): string {
  return value === null || value === undefined ? noNumber : format(value);
}

interface DocumentsProps extends Pick<ViewProps, "api" | "route"> {
  readonly a: string;
  readonly b: string;
  readonly isRecorded: { readonly a: boolean; readonly b: boolean };
}

export function DocumentsCompared({ api, route, a, b, isRecorded }: DocumentsProps) {
  const [compared, again] = useLoaded((abort) => api.get("/v1/compare", { query: { a, b }, abort }), `${a} ${b}`);
  return (
    <ShowLoaded loaded={compared} again={again}>
      {(comparison) => (
        <article class="compare">
          <ComparedHead
            before={toSide(comparison.a, route)}
            after={toSide(comparison.b, route)}
            crumbs={<a href={route.link("runs")}>All runs</a>}
            lead={explainNumbersOnly(isRecorded)}
          />
          <DocumentNumbers comparison={comparison} />
          <StageTable olds={comparison.a.stages} news={comparison.b.stages} />
        </article>
      )}
    </ShowLoaded>
  );
}

function explainNumbersOnly({ a, b }: DocumentsProps["isRecorded"]): string {
  const missing = a ? "the run after has" : b ? "the run before has" : "both runs have";
  return `Only numbers can be compared: ${missing} no transcript, because it is not recorded yet or was deleted. So there are no calls, checks and files to compare.`;
}

function toSide(run: RunComparison["a"], route: ViewProps["route"]): ComparedSide {
  const { id, scenario, agent, trial } = run;
  const result = (
    <p>
      <RunStatusWord run={run} />
    </p>
  );
  return { scenario, agent, trial, href: route.link("runs/{id}", { id }), origin: id, result };
}
