/** Picks the view for the current address and passes it its data. */
import { useMemo, useState } from "preact/hooks";
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { ComparePage } from "./compare/compare-page.tsx";
import { ReportsCompared } from "./compare/reports-compared.tsx";
import { Overview } from "./overview/overview.tsx";
import { AgentLooks, assignLooks } from "./parts/agent-look.tsx";
import { Masthead } from "./parts/masthead.tsx";
import { NotFound } from "./parts/not-found.tsx";
import { Shell } from "./parts/shell.tsx";
import { useViewStart } from "./parts/use-view-start.ts";
import { parseRoute, reviewLink, type Route, runLink, useRoute } from "./page-routes.ts";
import type { ReviewParts } from "./review/review-parts.ts";
import { ReviewStoreContext } from "./review/review-store.ts";
import type { CheckPlace } from "./review/use-review.ts";
import { useHashChange } from "./router.ts";
import type { RunInProgress } from "./run/run-in-progress.tsx";
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
  /** Absent where labels cannot be saved: in a file, and on a server that only reads. */
  readonly review?: ReviewParts | undefined;
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
        masthead={<ReportMasthead {...world} route={route} live={live} />}
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

interface ReportMastheadProps extends Pick<ViewData, "index" | "review"> {
  readonly route: Route;
  readonly live: LiveState | undefined;
}

function ReportMasthead({ index, route, live, review }: ReportMastheadProps) {
  const names = index.reports.map(({ name }) => safeLine(name, 80));
  const project = index.reports.at(-1)?.report?.name;
  return (
    <Masthead home="#/" isHome={route.view === "overview"}>
      {project !== undefined && <span class="project">{safeLine(project, 80)}</span>}
      <span class="report-id">{names.join(" → ")}</span>
      {live !== undefined && (
        <>
          <a href="/">All reports</a>
          {review !== undefined && (
            <a href={reviewLink()} aria-current={route.view === "review" ? "page" : undefined}>
              Review
            </a>
          )}
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
      return world.review === undefined ? (
        <RunPage {...world} address={route} step={route.step} />
      ) : (
        <ReviewStoreContext.Provider value={world.review.store}>
          <world.review.Run runId={route.runId}>
            <RunPage {...world} address={route} step={route.step} />
          </world.review.Run>
        </ReviewStoreContext.Provider>
      );
    case "review":
      return <ReportReview world={world} place={route.place} />;
    case "compare":
      return <ComparePage {...world} a={route.a} b={route.b} />;
    case "item":
    case "unknown":
      return <NotFound />;
  }
}

function ReportReview({ world, place }: { world: ViewData; place: CheckPlace | null }) {
  const { review, source } = world;
  const [current, setCurrent] = useState(place);
  useHashChange(() => {
    const route = parseRoute(location.hash);
    if (route.view === "review") setCurrent(route.place);
  });
  if (review === undefined) return <NotFound>Labels cannot be given here. Open the report with: axis view</NotFound>;
  const show = (next: CheckPlace) => {
    history.replaceState(null, "", reviewLink(next));
    setCurrent(next);
  };
  return (
    <review.Page
      store={review.store}
      source={source}
      place={current}
      onPlace={show}
      linkTo={(runId, step) => runLink({ side: 0, runId }, step)}
    />
  );
}

/** All steps of a run are on one page, so they share a key. */
function viewKey(route: Route): string {
  if (route.view === "run") return `run ${route.side} ${route.runId}`;
  return route.view === "compare" ? `compare ${JSON.stringify([route.a, route.b])}` : route.view;
}

function pageTitle({ reports }: PageIndex): string {
  return reports.length === 1 ? `AXIS report ${reports[0]?.name ?? ""}` : "AXIS comparison";
}
