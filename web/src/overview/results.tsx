/** The results with their filters, as a matrix or as a table. */
import { useMemo } from "preact/hooks";
import type { Report } from "../../../src/core/report.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { Choice } from "../parts/choice.tsx";
import { Section } from "../parts/section.tsx";
import { Select } from "../parts/select.tsx";
import { statuses } from "../parts/status.tsx";
import { Switch } from "../parts/switch.tsx";
import { Matrix } from "./matrix.tsx";
import { findFolder } from "./matrix-rows.ts";
import { ResultTable } from "./result-table.tsx";
import { type Column, noFilters, type Selection, selectResults } from "./selection.ts";

const viewOptions = [
  ["matrix", "Matrix"],
  ["table", "Table"],
] as const;

/** The orders of the matrix; the heads of the table sort it. */
const sorts = [
  ["", "as in the project"],
  ["result", "worst first"],
  ["scenario", "by name"],
] as const;

export interface ResultsProps {
  readonly side: number;
  readonly page: PageReport;
  readonly report: Report;
  /** All agents, best first. */
  readonly agents: readonly string[];
  readonly selection: Selection;
  readonly choose: (change: Partial<Selection>) => void;
}

const views = { matrix: Matrix, table: ResultTable };

export function Results(props: ResultsProps) {
  const { page, report, agents, selection, choose } = props;
  const shown = useMemo(() => selectResults(report.results, selection), [report, selection]);
  const awaited = page.progress?.awaited ?? [];
  const isMany = new Set([...agents, ...awaited.map(({ agent }) => agent)]).size > 1;
  const view = selection.view ?? (isMany ? "matrix" : "table");
  const View = views[view];
  const total = report.results.length;
  const note = shown.length === total ? `${total}` : `${shown.length} of ${total}`;
  return (
    <Section
      id="results"
      title="Results"
      note={note}
      actions={
        <Switch label="Show as" quiet value={view} options={viewOptions} onChoose={(name) => choose({ view: name })} />
      }
    >
      <Filters {...props} view={view} />
      <p class="sr" role="status">
        {note} {shown.length === 1 ? "result" : "results"} shown
      </p>
      {shown.length === 0 && (awaited.length === 0 || view === "table") ? (
        <Nothing total={total} onShowAll={() => choose(noFilters)} />
      ) : (
        <View {...props} results={shown} />
      )}
    </Section>
  );
}

function Nothing({ total, onShowAll }: { readonly total: number; readonly onShowAll: () => void }) {
  if (total === 0) return <p class="notice">There are no results yet.</p>;
  return (
    <p class="notice">
      No result matches the filters.{" "}
      <button type="button" class="quiet" onClick={onShowAll}>
        Show all {total}
      </button>
    </p>
  );
}

function Filters({ report, agents, selection, choose, view }: ResultsProps & { readonly view: "table" | "matrix" }) {
  const { results } = report;
  const folders = [...new Set(results.map(({ scenarioKey }) => findFolder(scenarioKey)))].filter(Boolean);
  return (
    <div class="filters">
      <Choice
        name="Status"
        value={selection.status}
        options={statuses.filter((status) => results.some((result) => result.status === status))}
        onChoose={(status) => choose({ status })}
      />
      <Choice name="Agent" value={selection.agent} options={agents} onChoose={(agent) => choose({ agent })} />
      <Choice name="Folder" value={selection.folder} options={folders} onChoose={(folder) => choose({ folder })} />
      {view === "matrix" && (
        <Select
          label="Sort"
          value={selection.sort ?? ""}
          options={sorts}
          onChoose={(sort) => choose({ sort: (sort || null) as Column | null, descending: false })}
        />
      )}
      {selection.text !== "" && (
        <button type="button" class="quiet" onClick={() => choose({ text: "" })}>
          Clear the search
        </button>
      )}
    </div>
  );
}
