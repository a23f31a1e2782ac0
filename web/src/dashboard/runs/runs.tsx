/** The list of runs: filters, the table, and what is new above it. */
import { useRef } from "preact/hooks";
import type { Api } from "../api/api.ts";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { FilterBar, noFilters } from "./filter-bar.tsx";
import { filtersIn, runQuery, sortOf } from "./run-filters.ts";
import { RunTable } from "./run-table.tsx";
import { type RunsShown, useRuns } from "./use-runs.ts";

export function Runs({ api, workspace, live, route }: ViewProps) {
  const table = useRef<HTMLDivElement>(null);
  const sort = sortOf(route.query);
  const query = runQuery(route.query, workspace);
  const runs = useRuns({ api, live, query, sort, mayMove: () => isAtRest(table.current) });
  const known = useKnownNames(api, workspace, runs.list !== null);
  const rows = runs.list?.rows ?? [];
  return (
    <>
      <div class="view-head">
        <h1>Runs</h1>
        <News runs={runs} />
      </div>
      <FilterBar query={route.query} known={known} change={route.change} />
      {runs.error !== null && <Failure error={runs.error} again={runs.readAnew} />}
      <div ref={table}>
        {rows.length > 0 && (
          <RunTable
            rows={rows}
            sort={sort}
            isBusy={runs.isReading}
            showsWorkspace={workspace === null}
            linkOf={({ id }) => route.link("runs/{id}", { id })}
            onEnd={runs.readOn}
          />
        )}
      </div>
      <Foot runs={runs} isFiltered={filtersIn(route.query).length > 0} clear={() => route.change(noFilters)} />
    </>
  );
}

type KnownNames = Readonly<Record<"agent" | "scenario", readonly string[]>>;
const noNames: KnownNames = { agent: [], scenario: [] };

/** What there is to choose from, read after the rows; where it cannot be read, one can still type. */
function useKnownNames(api: Api, workspace: string | null, areRowsThere: boolean): KnownNames {
  const [names] = useLoaded(
    (abort) => (areRowsThere ? readNames(api, workspace, abort) : Promise.resolve(noNames)),
    String(areRowsThere),
  );
  return names.value ?? noNames;
}

async function readNames(api: Api, workspace: string | null, abort: AbortSignal): Promise<KnownNames> {
  const asked = { query: { workspace, limit: 200 }, abort };
  const [agents, scenarios] = await Promise.all([api.get("/v1/agents", asked), api.get("/v1/scenarios", asked)]);
  return { agent: agents.data.map(({ agent }) => agent), scenario: scenarios.data.map(({ scenario }) => scenario) };
}

/** Rows may move while nobody reads further down or has a hand on one. */
function isAtRest(table: HTMLElement | null): boolean {
  return scrollY < 40 && table?.contains(document.activeElement) !== true;
}

/** What is new and waits to be shown. */
function News({ runs }: { runs: RunsShown }) {
  const waiting = runs.list?.waiting.length ?? 0;
  const isOutdated = runs.list?.isOutdated === true;
  if (waiting === 0 && !isOutdated) return null;
  const show = () => {
    if (isOutdated) runs.readAnew();
    else runs.showWaiting();
    scrollTo({ top: 0, behavior: "instant" });
  };
  return (
    <button type="button" class="news primary" onClick={show}>
      {isOutdated ? "The list has changed: show it anew" : `${waiting} new ${waiting === 1 ? "run" : "runs"}: show`}
    </button>
  );
}

interface FootProps {
  readonly runs: RunsShown;
  readonly isFiltered: boolean;
  readonly clear: () => void;
}

/** What comes after the last row. */
function Foot({ runs, isFiltered, clear }: FootProps) {
  const { list, isReading, isReadingOn, readOn } = runs;
  if (list === null) return isReading ? <Loading /> : null;
  if (list.rows.length === 0) return isReading ? <Loading /> : <NoRuns isFiltered={isFiltered} clear={clear} />;
  const count = `${list.rows.length} ${list.rows.length === 1 ? "run" : "runs"}`;
  if (list.cursor === null) return <p class="list-end">{count}, all there are.</p>;
  return (
    <p class="list-end">
      {count} so far.{" "}
      <button type="button" onClick={readOn} disabled={isReadingOn}>
        {isReadingOn ? "Reading more" : "Read more"}
      </button>
    </p>
  );
}

function NoRuns({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (!isFiltered)
    return (
      <Empty title="No runs yet">
        <p>
          Make some with <code>axis run</code>. They appear here by themselves.
        </p>
      </Empty>
    );
  return (
    <Empty title="No run fits these filters">
      <button type="button" onClick={clear}>
        Clear the filters
      </button>
    </Empty>
  );
}
