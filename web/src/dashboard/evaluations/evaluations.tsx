/** The evaluations of datasets, newest first. */
import { formatDayTime } from "../../parts/moment.ts";
import { VerdictTag } from "../../parts/page-head.tsx";
import { safeLine } from "../../text/safe.ts";
import type { EvaluationEntry } from "../api/answers.ts";
import { Empty, ShowLoaded } from "../parts/states.tsx";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { describeCost } from "../reports/report-words.ts";
import type { ViewProps } from "../views.ts";

export function Evaluations(props: ViewProps) {
  return (
    <>
      <p class="crumbs">
        <a href={props.route.link("reports")}>All reports</a>
      </p>
      <div class="view-head">
        <h1>Evaluations</h1>
        <p>Datasets measured with metrics, newest first.</p>
      </div>
      <EvaluationList {...props} />
    </>
  );
}

/** The newest 200. */
export function EvaluationList({ api, workspace, route, live }: ViewProps) {
  const [page, again] = useLoaded(
    (abort) => api.get("/v1/evaluations", { query: { workspace, limit: 200 }, abort }),
    workspace ?? "",
  );
  useLiveRefresh(live, "reports", again);
  return (
    <ShowLoaded loaded={page} again={again}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No evaluations.">
            <p>
              Keep one with <code>axis eval answers.jsonl -m exact_string_match --keep</code>
            </p>
          </Empty>
        ) : (
          <EvaluationRows rows={data} route={route} showsProject={workspace === null} />
        )
      }
    </ShowLoaded>
  );
}

interface EvaluationRowsProps extends Pick<ViewProps, "route"> {
  readonly rows: readonly EvaluationEntry[];
  readonly showsProject: boolean;
}

function EvaluationRows({ rows, route, showsProject }: EvaluationRowsProps) {
  const now = new Date();
  return (
    <table class="evaluation-rows">
      <caption class="sr">Evaluations, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Verdict</th>
          <th scope="col">Dataset</th>
          <th scope="col" class="number">
            Rows
          </th>
          <th scope="col">Why</th>
          <th scope="col" class="number">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.workspace} ${row.id}`}>
            <th scope="row">
              <a href={route.link("evaluations/{id}", { id: row.id }, { workspace: row.workspace })}>
                {formatDayTime(row.created_at, now)}
              </a>
              {showsProject && <small>{safeLine(row.workspace, 60)}</small>}
            </th>
            <td>
              <VerdictTag word={row.verdict} />
            </td>
            <td>{safeLine(row.name, 80)}</td>
            <td class="number">{row.rows}</td>
            <td class="why">{safeLine(row.reasons.join("; "), 160)}</td>
            <td class="number">{describeCost(row.cost_micros)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
