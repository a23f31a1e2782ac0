/** The list of reports. */
import { Empty, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { ReportRows } from "./report-rows.tsx";

export function Reports(props: ViewProps) {
  return (
    <>
      <div class="view-head">
        <h1>Reports</h1>
      </div>
      <ReportList {...props} />
    </>
  );
}

export function ReportList({ api, workspace, route }: ViewProps) {
  const [page, again] = useLoaded(
    (abort) => api.get("/v1/reports", { query: { workspace, limit: 50 }, abort }),
    workspace ?? "",
  );
  return (
    <ShowLoaded loaded={page} again={again}>
      {({ data }) =>
        data.length === 0 ? <Empty title="Nothing has been run yet." /> : <ReportRows rows={data} route={route} />
      }
    </ShowLoaded>
  );
}
