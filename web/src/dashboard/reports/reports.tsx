/** The list of reports, with filters in the address. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { Choice } from "../../parts/choice.tsx";
import type { Query } from "../api/api.ts";
import { Empty, Failure, ShowLoaded } from "../parts/states.tsx";
import { findPeriodStart, formatPeriod, parsePeriod, periods } from "../parts/period.ts";
import { readNames } from "../parts/use-names.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { NothingYet } from "../parts/nothing-yet.tsx";
import type { ViewProps } from "../views.ts";
import { ReportRows } from "./report-rows.tsx";
import { useReports } from "./use-reports.ts";

const verdicts = ["PASS", "FAIL", "INCOMPLETE", "MEASURED", "running"] as const;
const filterNames = ["verdict", "agent", "days"] as const;

export function Reports(props: ViewProps) {
  const { api, workspace, route } = props;
  const { query } = route;
  const days = parsePeriod(query);
  const [names] = useLoaded((abort) => readNames(api, workspace, abort), workspace ?? "");
  const wanted: Query = {
    workspace,
    verdict: query.get("verdict"),
    agent: query.get("agent"),
    since: findPeriodStart(days, new Date()),
  };
  return (
    <>
      <div class="view-head">
        <h1>Reports</h1>
        <p>
          <a href={route.link("baselines")}>Baselines</a> · <a href={route.link("evaluations")}>Evaluations</a>
        </p>
      </div>
      <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        <Choice
          name="Verdict"
          value={query.get("verdict") ?? ""}
          options={verdicts}
          onChoose={(verdict) => route.change({ verdict })}
        />
        <Choice
          name="Agent"
          value={query.get("agent") ?? ""}
          options={names.value?.agents ?? []}
          onChoose={(agent) => route.change({ agent })}
        />
        <Choice
          name="Time"
          value={days}
          options={periods}
          words={formatPeriod}
          onChoose={(value) => route.change({ days: value })}
        />
      </form>
      <ReportList {...props} query={wanted} isFiltered={filterNames.some((name) => query.has(name))} />
    </>
  );
}

interface ReportListProps extends ViewProps {
  readonly query: Query;
  readonly isFiltered: boolean;
}

function ReportList({ query, isFiltered, route, workspace, ...props }: ReportListProps) {
  const { loaded, again, readOn, error } = useReports(props, query);
  const clear = () => route.change(Object.fromEntries(filterNames.map((name) => [name, null])));
  return (
    <ShowLoaded loaded={loaded} again={again}>
      {(rows) =>
        rows.length === 0 ? (
          isFiltered ? (
            <Empty title="No report matches.">
              <button type="button" onClick={clear}>
                Show all
              </button>
            </Empty>
          ) : (
            <NothingYet outline="table" />
          )
        ) : (
          <>
            <ReportRows rows={rows} route={route} showsProject={workspace === null} />
            {error !== null && <Failure error={error} again={readOn ?? undefined} />}
            <p class="list-end">
              {formatCount(rows.length, "report")}
              {readOn === null ? "." : " loaded. "}
              {readOn !== null && (
                <button type="button" onClick={readOn}>
                  Load more
                </button>
              )}
            </p>
          </>
        )
      }
    </ShowLoaded>
  );
}
