/** A report, shown by the same page as a report file. */
import { useEffect, useMemo } from "preact/hooks";
import { ChangesSection } from "../../compare/changes.tsx";
import { CompetitionSections } from "../../competition/competition.tsx";
import { Overview } from "../../overview/overview.tsx";
import { Progress } from "../../overview/progress.tsx";
import { parseSelection, toQuery } from "../../overview/selection.ts";
import { useSelection } from "../../parts/use-selection.ts";
import type { PageIndex } from "../../../../src/report/html/page-index.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { createRunSource } from "../run/run-source.ts";
import type { RunSource } from "../../source/source.ts";
import type { Api } from "../api/api.ts";
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
  const source = useRunSource(api);
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
        {(page) => <ReportHome source={source} index={page} query={route.query} />}
      </ShowLoaded>
    </>
  );
}

/** Reads patches until the view is left. */
function useRunSource(api: Api): RunSource {
  const left = useMemo(() => new AbortController(), [api]);
  useEffect(() => () => left.abort(), [left]);
  return useMemo(() => createRunSource(api, left.signal), [api, left]);
}

const parts = { Competition: CompetitionSections, Changes: ChangesSection, Progress };
const homeQuery = { parse: parseSelection, format: toQuery };

interface ReportHomeProps {
  readonly source: RunSource;
  readonly index: PageIndex;
  readonly query: URLSearchParams;
}

function ReportHome({ source, index, query }: ReportHomeProps) {
  const [selection, choose] = useSelection(query, homeQuery);
  return <Overview {...{ source, index, parts, selection, choose }} work={null} />;
}
