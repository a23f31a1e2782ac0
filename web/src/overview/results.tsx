/** The results with their filters, as a table of runs or as a matrix of scenarios and agents. */
import { useMemo } from "preact/hooks";
import type { Report } from "../../../src/core/report.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { Section } from "../parts/section.tsx";
import { useSelection } from "../parts/use-selection.ts";
import { Filters } from "./filters.tsx";
import { Matrix } from "./matrix.tsx";
import { ResultTable } from "./result-table.tsx";
import { parseSelection, selectResults, toQuery } from "./selection.ts";

export interface ResultsProps {
  readonly side: number;
  readonly page: PageReport;
  readonly report: Report;
}

export function Results({ side, page, report, query }: ResultsProps & { query: URLSearchParams }) {
  const [selection, choose] = useSelection(query, { parse: parseSelection, format: toQuery });
  const shown = useMemo(() => selectResults(report.results, selection), [report, selection]);
  const agents = new Set(report.results.map(({ agentName }) => agentName));
  const awaited = page.progress?.awaited ?? [];
  for (const { agent } of awaited) agents.add(agent);
  const view = selection.view ?? (agents.size > 1 ? "matrix" : "table");
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
          {report.results.length === 0 ? "There are no results yet." : "No result fits the filters."}
        </p>
      ) : view === "matrix" ? (
        <Matrix results={shown} side={side} page={page} selection={selection} choose={choose} />
      ) : (
        <ResultTable results={shown} side={side} page={page} selection={selection} choose={choose} />
      )}
    </Section>
  );
}
