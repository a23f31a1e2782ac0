/** The list of runs: filters, table, and new runs. */
import type { ComponentChild } from "preact";
import { useRef, useState } from "preact/hooks";
import { formatCount } from "../../../../src/core/format-count.ts";
import type { Api } from "../api/api.ts";
import { NothingYet } from "../parts/nothing-yet.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { StartForm } from "../parts/start-form.tsx";
import type { Names } from "../parts/use-names.ts";
import { type Permissions, usePermissions } from "../parts/use-session.ts";
import type { ViewProps } from "../views.ts";
import { FilterBar, noFilters } from "./filter-bar.tsx";
import { listActiveFilters, toRunQuery, parseSort } from "./run-filters.ts";
import type { RunChoice } from "./run-row.tsx";
import { RunTable } from "./run-table.tsx";
import { RunningNow } from "./running-now.tsx";
import { NewRunForm } from "./new-run-form.tsx";
import { StatusCounts } from "./status-counts.tsx";
import { useKnownNames } from "./use-known-names.ts";
import { useListPosition } from "./use-list-position.ts";
import { type RunsState, useRuns } from "./use-runs.ts";

export function Runs({ api, workspace, live, route }: ViewProps) {
  const table = useRef<HTMLDivElement>(null);
  const sort = parseSort(route.query);
  const query = toRunQuery(route.query, workspace);
  const runs = useRuns({ api, live, query, sort, mayMove: () => canMoveRows(table.current) });
  const names = useKnownNames(api, workspace, runs.list?.rows ?? null);
  const rows = runs.list?.rows ?? [];
  const [choice, choose] = useRunChoice();
  const permissions = usePermissions(api);
  const runLink = (id: string) => route.link("runs/{id}", { id });
  useListPosition(runs);
  return (
    <>
      <div class="view-head">
        <h1>Runs</h1>
        {rows.length > 1 && choice === null && (
          <button type="button" class="quiet" onClick={() => choose(true)}>
            Compare two
          </button>
        )}
        <StartRuns {...{ api, workspace, names, permissions }} />
        <NewRunsButton runs={runs} />
      </div>
      <RunningNow {...{ api, live, workspace, runLink }} mayCancel={permissions.mayWrite} />
      <FilterBar query={route.query} known={{ agent: names.agents, scenario: names.scenarios }} change={route.change} />
      <StatusCounts
        {...{ api, live, query }}
        chosen={route.query.get("run_status")}
        choose={(status) => route.change({ run_status: status })}
      />
      {runs.error !== null && <Failure error={runs.error} again={runs.readAnew} />}
      <div ref={table}>
        {rows.length > 0 && (
          <RunTable
            rows={rows}
            sort={sort}
            isBusy={runs.isReading}
            showsWorkspace={workspace === null}
            showsCard={goesByCard(route.query)}
            runLink={({ id }) => runLink(id)}
            reportLink={(report) => route.link("runs", {}, { report })}
            choice={choice}
            onEnd={runs.readOn}
          />
        )}
      </div>
      <ComparisonBar
        choice={choice}
        compareLink={(a, b) => route.link("compare/{a}/{b}", { a, b })}
        onEnd={() => choose(false)}
      />
      <ListEnd
        runs={runs}
        isFiltered={listActiveFilters(route.query).length > 0}
        none={<NoRuns {...{ api, workspace }} clear={() => route.change(noFilters)} />}
      />
    </>
  );
}

interface StartRunsProps extends Pick<ViewProps, "api" | "workspace"> {
  readonly names: Names;
  readonly permissions: Permissions;
}

function StartRuns({ api, workspace, names, permissions: { mayWrite, takesRuns } }: StartRunsProps) {
  if (!mayWrite) return null;
  return (
    <StartForm workspace={workspace} takesRuns={takesRuns} noun="run">
      {(project, close) => <NewRunForm api={api} workspace={project} names={names} onDone={close} />}
    </StartForm>
  );
}

/** Whether the list is sorted or filtered by scorecard. */
function goesByCard(query: URLSearchParams): boolean {
  return query.get("sort") === "score" || ["min_score", "max_score", "tier", "outcome"].some((name) => query.has(name));
}

/** New rows may appear if the reader is at the top and no row has the focus. */
function canMoveRows(table: HTMLElement | null): boolean {
  return scrollY < 40 && table?.contains(document.activeElement) !== true;
}

/** A button for new runs, so that rows do not move while somebody reads. */
function NewRunsButton({ runs }: { runs: RunsState }) {
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
      {isOutdated ? "The list has changed: reload it" : `${waiting} new`}
    </button>
  );
}

/** Null while off; with more than two, the last two count. */
function useRunChoice(): readonly [RunChoice | null, (isOn: boolean) => void] {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const toggle = (id: string) =>
    setIds((now) => now && (now.includes(id) ? now.filter((each) => each !== id) : [...now, id].slice(-2)));
  return [ids === null ? null : { ids, toggle }, (isOn) => setIds(isOn ? [] : null)];
}

interface ComparisonBarProps {
  readonly choice: RunChoice | null;
  readonly compareLink: (a: string, b: string) => string;
  readonly onEnd: () => void;
}

/** Asks for two runs, then links to their comparison. */
function ComparisonBar({ choice, compareLink, onEnd }: ComparisonBarProps) {
  if (choice === null) return null;
  const [a, b] = choice.ids;
  return (
    <div class="comparison-bar" role="status">
      {a !== undefined && b !== undefined ? (
        <a href={compareLink(a, b)}>Compare the two runs</a>
      ) : (
        <span>{a === undefined ? "Choose two runs" : "Choose one more run"}</span>
      )}
      <button type="button" onClick={onEnd}>
        Cancel
      </button>
    </div>
  );
}

/** The end of the list: the number of runs, a button for more, or why it is empty. */
interface ListEndProps {
  readonly runs: RunsState;
  readonly isFiltered: boolean;
  /** Shown if a filter leaves no run. */
  readonly none: ComponentChild;
}

function ListEnd({ runs, isFiltered, none }: ListEndProps) {
  const { list, isReading, isReadingOn, readOn } = runs;
  if (list === null) return isReading ? <Loading /> : null;
  if (list.rows.length === 0) {
    if (isReading) return <Loading />;
    return isFiltered ? none : <NothingYet outline="table" />;
  }
  const count = formatCount(list.rows.length, "run");
  if (list.cursor === null) return <p class="list-end">{count} in total.</p>;
  return (
    <p class="list-end">
      {count} loaded.{" "}
      <button type="button" onClick={readOn} disabled={isReadingOn}>
        {isReadingOn ? "Loading more" : "Load more"}
      </button>
    </p>
  );
}

interface NoRunsProps {
  readonly api: Api;
  readonly workspace: string | null;
  readonly clear: () => void;
}

/** No run fits the filters: the button says how many there are without them. */
function NoRuns({ api, workspace, clear }: NoRunsProps) {
  const [counts] = useLoaded((abort) => api.get("/v1/statuses", { query: { workspace }, abort }), String(workspace));
  const all = counts.value === null ? null : Object.values(counts.value).reduce((sum, count) => sum + count, 0);
  if (all === 0) return <NothingYet outline="table" />;
  return (
    <Empty title="No run matches.">
      <button type="button" onClick={clear}>
        Show all{all === null ? "" : ` ${all.toLocaleString("en")}`}
      </button>
    </Empty>
  );
}
