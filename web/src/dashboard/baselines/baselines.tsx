/** The baselines: what each holds, and links that compare it with the last report. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { formatScore } from "../../../../src/report/text/format.ts";
import { formatDayTime } from "../../parts/moment.ts";
import { safeLine, safeName } from "../../text/safe.ts";
import type { BaselineEntry } from "../api/answers.ts";
import { Empty, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";

export function Baselines({ api, workspace, route }: ViewProps) {
  const [page, again] = useLoaded(
    (abort) => api.get("/v1/baselines", { query: { workspace, limit: 200 }, abort }),
    workspace ?? "",
  );
  return (
    <>
      <p class="crumbs">
        <a href={route.link("reports")}>All reports</a>
      </p>
      <div class="view-head">
        <h1>Baselines</h1>
        <p>Numbers of one report, saved to compare later reports with.</p>
      </div>
      <ShowLoaded loaded={page} again={again}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No baselines.">
              <p>
                Save the latest report as one with <code>axis baseline set main</code>
              </p>
            </Empty>
          ) : (
            <BaselineRows rows={data} route={route} />
          )
        }
      </ShowLoaded>
    </>
  );
}

function BaselineRows({ rows, route }: Pick<ViewProps, "route"> & { readonly rows: readonly BaselineEntry[] }) {
  const now = new Date();
  return (
    <table class="baseline-rows">
      <caption class="sr">Baselines</caption>
      <thead>
        <tr>
          <th scope="col">Baseline</th>
          <th scope="col" class="number">
            AXIS Result
          </th>
          <th scope="col">Holds</th>
          <th scope="col">From report</th>
          <th scope="col">Saved</th>
          <th scope="col">Compare</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.workspace} ${row.name}`}>
            <th scope="row">
              <a href={route.link("baselines/{name}", { name: row.name }, { workspace: row.workspace })}>
                {safeName(row.name, 60)}
              </a>
            </th>
            <td class="number result">
              {row.axis_result === null ? "–" : formatScore(Math.round(row.axis_result * 10) / 10)}
            </td>
            <td>
              {formatCount(row.results, "result")}: {formatCount(row.scenarios, "scenario")},{" "}
              {formatCount(row.agents.length, "agent")}
            </td>
            <td>
              <a href={route.link("reports/{id}", { id: row.report_id }, { workspace: row.workspace })}>
                {safeLine(row.report_id, 60)}
              </a>
            </td>
            <td>{formatDayTime(row.updated_at, now)}</td>
            <td>
              <a href={route.link("compare", {}, { baseline: row.name, workspace: row.workspace })}>with a report</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
