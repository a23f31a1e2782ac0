/** Picks the view for the current address and passes it its data. */
import type { FunctionComponent } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { PageIndex, WorkNow } from "../../src/report/html/page-index.ts";
import { ComparePage } from "./compare/compare-page.tsx";
import { parseSelection, type Selection, toQuery } from "./overview/selection.ts";
import { AgentLooks, assignLooks } from "./parts/agent-look.tsx";
import { FindField } from "./parts/keys.tsx";
import { Masthead } from "./parts/masthead.tsx";
import { formatMoment } from "./parts/moment.ts";
import { NotFound } from "./parts/not-found.tsx";
import { SectionLinks } from "./parts/section.tsx";
import { Shell } from "./parts/shell.tsx";
import { useSelection } from "./parts/use-selection.ts";
import { useViewStart } from "./parts/use-view-start.ts";
import { parseRoute, reviewLink, type Route, runLink, useRoute } from "./page-routes.ts";
import type { ReviewParts } from "./review/review-parts.ts";
import { ReviewStoreContext } from "./review/review-store.ts";
import type { CheckPlace } from "./review/use-review.ts";
import { useHashChange } from "./router.ts";
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
  /** Absent where labels cannot be saved: in a file, and on a server that only reads. */
  readonly review?: ReviewParts | undefined;
}

interface AppProps extends ViewData {
  /** The first view: of one report, or of two that are compared. Passed in, so that a page contains only its own. */
  readonly firstView: FunctionComponent<FirstViewProps>;
  /** What the agents of a running report do. */
  readonly work?: WorkNow | null;
  /** Set on a page that a server keeps up to date. */
  readonly live?: LiveState;
}

/** What the home of a report shows. The masthead has its search field, so it lives here. */
interface HomeState {
  /** What the agents of a running report do; null if that is unknown. */
  readonly work: WorkNow | null;
  readonly selection: Selection;
  readonly choose: (change: Partial<Selection>) => void;
}

export interface FirstViewProps extends ViewData, HomeState {}

const noQuery = new URLSearchParams();

export function App({ firstView, live, work = null, ...world }: AppProps) {
  const route = useRoute();
  const view = viewKey(route);
  const main = useViewStart({ view, title: pageTitle(world.index) });
  const looks = useMemo(() => assignLooks(listAgents(world.index)), [world.index]);
  const query = route.view === "overview" ? route.query : noQuery;
  const [selection, choose] = useSelection(query, { parse: parseSelection, format: toQuery });
  const home = { selection, choose, work };
  const FirstView = firstView;
  return (
    <AgentLooks.Provider value={looks}>
      <Shell
        main={main}
        masthead={<ReportMasthead {...world} route={route} live={live} home={home} />}
        colophon={`Written by AXIS ${world.index.axisVersion}. Every number leads to the calls behind it; what is unknown stays unknown.`}
      >
        {route.view === "overview" ? (
          <FirstView {...world} {...home} key={view} />
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
  readonly live: LiveState | undefined;
  readonly home: HomeState;
}

function ReportMasthead({ index, route, live, home, review }: ReportMastheadProps) {
  const isHome = route.view === "overview";
  const project = index.reports.at(-1)?.report?.name;
  return (
    <Masthead home="#/" isHome={isHome} actions={<PlaceActions index={index} route={route} home={home} />}>
      {project !== undefined && <span class="project">{safeLine(project, 80)}</span>}
      <span class="report-id">{nameReports(index)}</span>
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

/** When a report was made says more than its id, which is in its last section. */
function nameReports({ reports }: PageIndex): string {
  const [first, ...others] = reports;
  if (others.length === 0 && first?.report) return formatMoment(first.report.timestamp);
  return reports.map(({ name }) => safeLine(name, 80)).join(" → ");
}

const homeSections = [
  ["fixes", "What to fix"],
  ["results", "Results"],
  ["closing", "How it is scored"],
] as const;

const comparedSections = [
  ["agents", "Agents"],
  ["scenarios", "Scenarios"],
  ["causes", "Causes"],
  ["calls", "Two runs"],
] as const;

/** The sections of the current view, and how to search it. */
function PlaceActions({ index, route, home: { selection, choose } }: Omit<ReportMastheadProps, "review" | "live">) {
  if (route.view === "run") return <FailedRunLinks index={index} address={route} />;
  if (route.view !== "overview") return null;
  if (index.comparison !== null && index.reports.length > 1) return <SectionLinks sections={comparedSections} />;
  if (index.reports.length !== 1 || !index.reports[0]?.report) return null;
  return (
    <>
      <SectionLinks sections={homeSections} />
      <FindField text={selection.text} label="Find a scenario, agent, error" onFind={(text) => choose({ text })} />
    </>
  );
}

interface OtherViewProps {
  readonly route: Exclude<Route, { readonly view: "overview" }>;
  readonly world: ViewData;
}

function View({ route, world }: OtherViewProps) {
  switch (route.view) {
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
