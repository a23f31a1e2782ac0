/** Reports as rows, newest first. */
import { safeName } from "../../text/safe.ts";
import { formatShortMoment } from "../../parts/moment.ts";
import type { ReportEntry } from "../api/answers.ts";
import type { ViewProps } from "../views.ts";

interface ReportRowsProps extends Pick<ViewProps, "route"> {
  readonly rows: readonly ReportEntry[];
}

export function ReportRows({ rows, route }: ReportRowsProps) {
  const now = new Date();
  return (
    <table class="report-rows stacked">
      <caption class="sr">Reports, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Report</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, workspace, title, created_at }) => (
          <tr key={`${workspace} ${id}`}>
            <td data-title="Time">{formatShortMoment(created_at, now)}</td>
            <th scope="row">
              <a href={route.link("runs", {}, { report: id, workspace })}>{safeName(title ?? id, 80)}</a>
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
