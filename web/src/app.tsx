/** Picks the view for the current address and passes it its data. */
import { useMemo } from "preact/hooks";
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { ComparePage } from "./compare/compare-page.tsx";
import { ReportsCompared } from "./compare/reports-compared.tsx";
import { Overview } from "./overview/overview.tsx";
import { AgentLooks, assignLooks } from "./parts/agent-look.tsx";
import { Masthead } from "./parts/masthead.tsx";
import { NotFound } from "./parts/not-found.tsx";
import { Shell } from "./parts/shell.tsx";
import { useViewStart } from "./parts/use-view-start.ts";
import { type Route, useRoute } from "./page-routes.ts";
import type { RunInProgress } from "./run/run-in-progress.tsx";
import { FailedRunLinks } from "./run/failed-run-links.tsx";
import { RunPage } from "./run/run-page.tsx";
import type { RunSource } from "./source/source.ts";
import { safeLine } from "./text/safe.ts";
import { LiveMark, type LiveState } from "./view/live-mark.tsx";

/** The data every view gets. */
export interface ViewData {
  readonly source: RunSource;
  readonly index: PageIndex;
  /** Shows a run that has no result yet. Absent in a file, where every run has ended. */
  readonly runInProgress?: typeof RunInProgress;
}

interface AppProps extends ViewData {
  /** Set on a page that a server keeps up to date. */
  readonly live?: LiveState;
}

export function App({ live, ...world }: AppProps) {
  const route = useRoute();
  const view = viewKey(route);
  const main = useViewStart({ view, title: pageTitle(world.index) });
  const looks = useMemo(() => assignLooks(listAgents(world.index)), [world.index]);
  return (
    <AgentLooks.Provider value={looks}>
      <Shell
        main={main}
        masthead={<ReportMasthead index={world.index} route={route} live={live} />}
        colophon={`Written by AXIS ${world.index.axisVersion}. A number without a label is an AXIS Result, from 0 to 100.`}
      >
        <View route={route} world={world} key={view} />
      </Shell>
    </AgentLooks.Provider>
  );
}

/** In the order of their first appearance, awaited ones last. */
function listAgents({ reports }: PageIndex): string[] {
  return reports.flatMap(({ report, progress }) => [
    ...(report?.results.map(({ agentName }) => agentName) ?? []),
    ...(progress?.awaited.map(({ agent }) => agent) ?? []),
  ]);
}

interface ReportMastheadProps {
  readonly index: PageIndex;
  readonly route: Route;
  readonly live: LiveState | undefined;
}

function ReportMasthead({ index, route, live }: ReportMastheadProps) {
  const names = index.reports.map(({ name }) => safeLine(name, 80));
  const project = index.reports.at(-1)?.report?.name;
  return (
    <Masthead
      home="#/"
      isHome={route.view === "overview"}
      actions={route.view === "run" ? <FailedRunLinks index={index} address={route} /> : undefined}
    >
      {project !== undefined && <span class="project">{safeLine(project, 80)}</span>}
      <span class="report-id">{names.join(" → ")}</span>
      {live !== undefined && (
        <>
          <a href="/">All reports</a>
          <LiveMark live={live} isInProgress={index.reports.some(({ progress }) => progress?.state === "going-on")} />
        </>
      )}
    </Masthead>
  );
}

function View({ route, world }: { route: Route; world: ViewData }) {
  switch (route.view) {
    case "overview":
      return world.index.comparison !== null && world.index.compared !== undefined && world.index.reports.length > 1 ? (
        <ReportsCompared {...world} comparison={world.index.comparison} view={world.index.compared} />
      ) : (
        <Overview index={world.index} query={route.query} />
      );
    case "run":
      return <RunPage {...world} address={route} step={route.step} />;
    case "compare":
      return <ComparePage {...world} a={route.a} b={route.b} />;
    case "item":
    case "unknown":
      return <NotFound />;
  }
}

/** All steps of a run are on one page, so they share a key. */
function viewKey(route: Route): string {
  if (route.view === "run") return `run ${route.side} ${route.runId}`;
  return route.view === "compare" ? `compare ${JSON.stringify([route.a, route.b])}` : route.view;
}

function pageTitle({ reports }: PageIndex): string {
  return reports.length === 1 ? `AXIS report ${reports[0]?.name ?? ""}` : "AXIS comparison";
}
