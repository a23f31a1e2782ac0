/** Picks the view for the current address and passes it its data. */
import { type ComponentChild, Fragment } from "preact";
import { useMemo } from "preact/hooks";
import type { PageIndex, WorkNow } from "../../src/report/html/page-index.ts";
import { ComparePage } from "./compare/compare-page.tsx";
import { AgentLooks, assignLooks } from "./parts/agent-look.tsx";
import { Masthead } from "./parts/masthead.tsx";
import { formatMoment } from "./parts/moment.ts";
import { NotFound } from "./parts/not-found.tsx";
import { Shell } from "./parts/shell.tsx";
import { useViewStart } from "./parts/use-view-start.ts";
import { type Route, useRoute } from "./page-routes.ts";
import type { ReviewParts } from "./review/review-parts.tsx";
import type { RunInProgress } from "./run/run-in-progress.tsx";
import { FailedRunLinks } from "./run/failed-run-links.tsx";
import { RunPage } from "./run/run-page.tsx";
import type { RunSource } from "./source/source.ts";
import { safeLine } from "./text/safe.ts";
import type { LiveState } from "./view/live-mark.tsx";
import type { ServedLinks } from "./view/served-links.tsx";

/** The data every view gets. */
export interface ViewData {
  readonly source: RunSource;
  readonly index: PageIndex;
  /** Shows a run that has no result yet. Absent in a file, where every run has ended. */
  readonly runInProgress?: typeof RunInProgress;
  /** Absent where labels cannot be saved: in a file, and on a server that only reads. */
  readonly review?: ReviewParts | undefined;
}

/** What the first view of a page is made of. */
export interface FirstViewProps extends ViewData {
  /** What the agents of a running report do; null if that is unknown. */
  readonly work: WorkNow | null;
  /** The query of its address; empty while another view is shown. */
  readonly query: URLSearchParams;
}

interface FirstView {
  readonly content: ComponentChild;
  /** What the masthead offers beside it. */
  readonly actions?: ComponentChild;
}

interface AppProps extends ViewData {
  /** The hook behind the first view: of one report, or of two that are compared. Passed in, so that a page contains only its own. */
  readonly useFirstView: (props: FirstViewProps) => FirstView;
  readonly work?: WorkNow | null;
  /** Set on a page that a server keeps up to date. */
  readonly served?: { readonly Links: typeof ServedLinks; readonly live: LiveState };
}

const noQuery = new URLSearchParams();

export function App({ useFirstView, served, work = null, ...world }: AppProps) {
  const route = useRoute();
  const view = viewKey(route);
  const main = useViewStart({ view, title: pageTitle(world.index) });
  const looks = useMemo(() => assignLooks(listAgents(world.index)), [world.index]);
  const query = route.view === "overview" ? route.query : noQuery;
  const first = useFirstView({ ...world, work, query });
  return (
    <AgentLooks.Provider value={looks}>
      <Shell
        main={main}
        masthead={<ReportMasthead {...world} route={route} served={served} actions={first.actions} />}
        colophon={`Written by AXIS ${world.index.axisVersion}. Every number leads to the calls behind it; what is unknown stays unknown.`}
      >
        {route.view === "overview" ? (
          <Fragment key={view}>{first.content}</Fragment>
        ) : (
          <View route={route} world={world} key={view} />
        )}
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

interface ReportMastheadProps extends Pick<ViewData, "index" | "review"> {
  readonly route: Route;
  readonly served: AppProps["served"];
  /** Of the first view. */
  readonly actions: ComponentChild;
}

function ReportMasthead({ index, route, served, actions, review }: ReportMastheadProps) {
  const isHome = route.view === "overview";
  const project = index.reports.at(-1)?.report?.name;
  return (
    <Masthead
      home="#/"
      isHome={isHome}
      actions={route.view === "run" ? <FailedRunLinks index={index} address={route} /> : isHome ? actions : undefined}
    >
      {project !== undefined && <span class="project">{safeLine(project, 80)}</span>}
      <span class="report-id">{nameReports(index)}</span>
      {served !== undefined && (
        <served.Links
          live={served.live}
          isInProgress={index.reports.some(({ progress }) => progress?.state === "going-on")}
          hasReview={review !== undefined}
          isReview={route.view === "review"}
        />
      )}
    </Masthead>
  );
}

/** When a report was made says more than its id, which is in its last section. */
function nameReports({ reports }: PageIndex): string {
  const [first, ...others] = reports;
  if (others.length === 0 && first?.report) return formatMoment(first.report.timestamp);
  return reports.map(({ name }) => safeLine(name, 80)).join(" → ");
}

interface OtherViewProps {
  readonly route: Exclude<Route, { readonly view: "overview" }>;
  readonly world: ViewData;
}

function View({ route, world }: OtherViewProps) {
  const { source, review } = world;
  switch (route.view) {
    case "run": {
      const page = <RunPage {...world} address={route} step={route.step} />;
      return review === undefined ? page : <review.Run runId={route.runId}>{page}</review.Run>;
    }
    case "review":
      return review === undefined ? (
        <NotFound>Labels cannot be given here. Open the report with: axis view</NotFound>
      ) : (
        <review.Page source={source} place={route.place} />
      );
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
