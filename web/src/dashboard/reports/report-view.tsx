/** A report, shown by the same page as a report file. */
import { useEffect, useMemo } from "preact/hooks";
import { Overview } from "../../overview/overview.tsx";
import { AgentLooks, assignLooks } from "../../parts/agent-look.tsx";
import type { PageIndex } from "../../../../src/report/html/page-index.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";

/** How often a report that is being written is read again. */
const refreshMs = 3_000;

export function ReportView({ api, workspace, live, route }: ViewProps) {
  const { id = "" } = route.parameters;
  const [index, again] = useLoaded(
    (abort) => api.get("/v1/reports/{id}/page", { path: { id }, query: { workspace }, abort }),
    `${workspace} ${id}`,
  );
  useLiveRefresh(live, "reports", again);
  const isRunning = index.value?.reports.some(({ progress }) => progress?.state === "going-on") === true;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(again, refreshMs);
    return () => clearInterval(timer);
  }, [isRunning, again]);
  return (
    <>
      <p class="crumbs">
        <a href={route.link("reports")}>All reports</a>
      </p>
      <ShowLoaded loaded={index} again={again}>
        {(page) => <ReportHome index={page} query={route.query} />}
      </ShowLoaded>
    </>
  );
}

function ReportHome({ index, query }: { readonly index: PageIndex; readonly query: URLSearchParams }) {
  const looks = useMemo(() => assignLooks(listAgents(index)), [index]);
  return (
    <AgentLooks.Provider value={looks}>
      <Overview index={index} query={query} />
    </AgentLooks.Provider>
  );
}

function listAgents({ reports }: PageIndex): string[] {
  return reports.flatMap(({ report }) => report?.results.map(({ agentName }) => agentName) ?? []);
}
