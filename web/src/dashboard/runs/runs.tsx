/** The list of runs: filters, the table, and what is new above it. */
import { useRef } from "preact/hooks";
import { Failure } from "../parts/states.tsx";
import type { ViewProps } from "../views.ts";
import { ComparisonBar, useRunChoice } from "./comparison.tsx";
import { FilterBar, noFilters } from "./filter-bar.tsx";
import { ListEnd } from "./list-end.tsx";
import { News } from "./news.tsx";
import { filtersIn, runQuery, sortOf } from "./run-filters.ts";
import { RunTable } from "./run-table.tsx";
import { useKnownNames } from "./use-known-names.ts";
import { useListPlace } from "./use-list-place.ts";
import { useRuns } from "./use-runs.ts";

export function Runs({ api, workspace, live, route }: ViewProps) {
  const table = useRef<HTMLDivElement>(null);
  const sort = sortOf(route.query);
  const query = runQuery(route.query, workspace);
  const runs = useRuns({ api, live, query, sort, mayMove: () => isAtRest(table.current) });
  const { agents, scenarios } = useKnownNames(api, workspace, runs.list?.rows ?? null);
  const rows = runs.list?.rows ?? [];
  const [choice, choose] = useRunChoice();
  useListPlace(runs);
  return (
    <>
      <div class="view-head">
        <h1>Runs</h1>
        {rows.length > 1 && choice === null && (
          <button type="button" class="quiet" onClick={() => choose(true)}>
            Compare two
          </button>
        )}
        <News runs={runs} />
      </div>
      <FilterBar query={route.query} known={{ agent: agents, scenario: scenarios }} change={route.change} />
      {runs.error !== null && <Failure error={runs.error} again={runs.readAnew} />}
      <div ref={table}>
        {rows.length > 0 && (
          <RunTable
            rows={rows}
            sort={sort}
            isBusy={runs.isReading}
            showsWorkspace={workspace === null}
            linkOf={({ id }) => route.link("runs/{id}", { id })}
            choice={choice}
            onEnd={runs.readOn}
          />
        )}
      </div>
      <ComparisonBar
        choice={choice}
        linkOf={(a, b) => route.link("compare/{a}/{b}", { a, b })}
        onEnd={() => choose(false)}
      />
      <ListEnd runs={runs} isFiltered={filtersIn(route.query).length > 0} clear={() => route.change(noFilters)} />
    </>
  );
}

/** Rows may move while nobody reads further down or has a hand on one. */
function isAtRest(table: HTMLElement | null): boolean {
  return scrollY < 40 && table?.contains(document.activeElement) !== true;
}
