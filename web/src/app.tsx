/** Chooses the view of an address, and gives it what it needs. */
import { useEffect, useRef } from "preact/hooks";
import type { PageIndex } from "../../src/report/html/page-index.ts";
import { ComparePage } from "./compare/compare-page.tsx";
import { ReportsCompared } from "./compare/reports-compared.tsx";
import { Overview } from "./overview/overview.tsx";
import { Masthead } from "./parts/masthead.tsx";
import { NotFound } from "./parts/not-found.tsx";
import { Shell } from "./parts/shell.tsx";
import { usePlace } from "./parts/use-place.ts";
import { type Route, useRoute } from "./page-routes.ts";
import { RunPage } from "./run/run-page.tsx";
import type { RunSource } from "./source/source.ts";
import type { LiveState } from "./view/live-mark.tsx";

/** What every view is given. */
export interface ViewWorld {
  readonly source: RunSource;
  readonly index: PageIndex;
}

interface AppProps extends ViewWorld {
  /** On a page that a server keeps up to date. */
  readonly live?: LiveState;
}

export function App({ live, ...world }: AppProps) {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const place = placeOf(route);
  const title = titleOf(world.index);
  usePlace(place, main);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Shell
      main={main}
      masthead={<Masthead index={world.index} isHome={route.view === "overview"} live={live} />}
      colophon={`Written by AXIS ${world.index.axisVersion}. The number is the AXIS Result, from 0 to 100; what is unknown stays unknown.`}
    >
      <View route={route} world={world} key={place} />
    </Shell>
  );
}

function View({ route, world }: { route: Route; world: ViewWorld }) {
  switch (route.view) {
    case "overview":
      return world.index.comparison !== null && world.index.reports.length > 1 ? (
        <ReportsCompared {...world} comparison={world.index.comparison} />
      ) : (
        <Overview index={world.index} query={route.query} />
      );
    case "run":
      return <RunPage {...world} address={route} step={route.step} />;
    case "compare":
      return <ComparePage {...world} a={route.a} b={route.b} />;
    case "item":
    case "unknown":
      return <NotFound>There is nothing at this address.</NotFound>;
  }
}

/** Steps of one run are places on one page. */
function placeOf(route: Route): string {
  if (route.view === "run") return `run ${route.side} ${route.runId}`;
  return route.view === "compare" ? `compare ${JSON.stringify([route.a, route.b])}` : route.view;
}

function titleOf({ reports }: PageIndex): string {
  return reports.length === 1 ? `AXIS report ${reports[0]?.name ?? ""}` : "AXIS comparison";
}
