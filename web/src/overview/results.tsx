/** The results with their filters, as a table or as a matrix. */
import { useMemo } from "preact/hooks";
import type { Report } from "../../../src/core/report.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { Choice } from "../parts/choice.tsx";
import { FilterForm } from "../parts/filter-form.tsx";
import { Section } from "../parts/section.tsx";
import { statuses } from "../parts/status.tsx";
import { Switch } from "../parts/switch.tsx";
import { useSelection } from "../parts/use-selection.ts";
import { Matrix } from "./matrix.tsx";
import { ResultTable } from "./result-table.tsx";
import { parseSelection, type Selection, selectResults, toQuery } from "./selection.ts";

/** The filters above the results. */
interface FiltersProps {
  readonly results: readonly PairResult[];
  readonly selection: Selection;
  readonly view: "table" | "matrix";
  readonly choose: (change: Partial<Selection>) => void;
}

const viewOptions = [
  ["matrix", "Matrix"],
  ["table", "Table"],
] as const;

function Filters({ results, selection, view, choose }: FiltersProps) {
  return (
    <FilterForm text={selection.text} among="scenario, agent or reason" onFind={(text) => choose({ text })}>
      <Choice
        name="Agent"
        value={selection.agent}
        options={[...new Set(results.map(({ agentName }) => agentName))].toSorted()}
        onChoose={(agent) => choose({ agent })}
      />
      <Choice
        name="Status"
        value={selection.status}
        options={statuses.filter((status) => results.some((result) => result.status === status))}
        onChoose={(status) => choose({ status })}
      />
      <Switch label="Show as" quiet value={view} options={viewOptions} onChoose={(name) => choose({ view: name })} />
    </FilterForm>
  );
}

export interface ResultsProps {
  readonly side: number;
  readonly page: PageReport;
  readonly report: Report;
}

const views = { matrix: Matrix, table: ResultTable };

export function Results({ side, page, report, query }: ResultsProps & { query: URLSearchParams }) {
  const [selection, choose] = useSelection(query, { parse: parseSelection, format: toQuery });
  const shown = useMemo(() => selectResults(report.results, selection), [report, selection]);
  const agents = new Set(report.results.map(({ agentName }) => agentName));
  const awaited = page.progress?.awaited ?? [];
  for (const { agent } of awaited) agents.add(agent);
  const view = selection.view ?? (agents.size > 1 ? "matrix" : "table");
  const View = views[view];
  const note =
    shown.length === report.results.length ? `${shown.length}` : `${shown.length} of ${report.results.length}`;
  return (
    <Section id="results" title="Results" note={note}>
      <Filters results={report.results} selection={selection} view={view} choose={choose} />
      <p class="sr" role="status">
        {note} {shown.length === 1 ? "result" : "results"} shown
      </p>
      {shown.length === 0 && (awaited.length === 0 || view === "table") ? (
        <p class="notice">
          {report.results.length === 0 ? "There are no results yet." : "No result matches the filters."}
        </p>
      ) : (
        <View results={shown} side={side} page={page} selection={selection} choose={choose} />
      )}
    </Section>
  );
}
