/** Everything after the login: masthead, live events, and the current view. */
import { useLayoutEffect, useMemo } from "preact/hooks";
import { NotFound } from "../parts/not-found.tsx";
import { Shell } from "../parts/shell.tsx";
import { useViewStart } from "../parts/use-view-start.ts";
import type { Api } from "./api/api.ts";
import type { WorkspaceSummary } from "./api/answers.ts";
import { Announcer } from "./live/announcer.tsx";
import { openLive } from "./live/live.ts";
import { DashboardMasthead } from "./masthead.tsx";
import { ProjectLooks } from "./parts/project-looks.tsx";
import { Empty } from "./parts/states.tsx";
import { buildHash, matchPath, type Parameters, splitHash, useHash } from "../router.ts";
import { useViewRoute } from "./view-route.ts";
import { type View, type ViewProps, views } from "./views.ts";

interface MainPageProps {
  readonly api: Api;
  readonly workspaces: readonly WorkspaceSummary[];
  readonly signIn: SignInAction;
}

/** Signs in or out. */
export interface SignInAction {
  readonly words: string;
  readonly open: () => void;
}

export function MainPage({ api, workspaces, signIn }: MainPageProps) {
  const [hash, replace] = useHash();
  const { path, query } = splitHash(hash);
  const found = findView(path);
  const route = useViewRoute(found?.parameters ?? {}, hash, replace);
  const workspace = chooseWorkspace(query.get("workspace"), workspaces, found?.view);
  const live = useMemo(() => openLive(api, workspace), [api, workspace]);
  // A layout effect also runs if the view is left before the first frame; otherwise the stream would stay open.
  useLayoutEffect(() => () => live[Symbol.dispose](), [live]);
  const viewKey = `${found?.viewKey ?? path} ${workspace}`;
  const main = useViewStart({ view: viewKey, title: viewTitle(found?.view) });
  const choice = { workspaces, workspace, current: found?.view, signIn };
  return (
    <Shell
      main={main}
      masthead={<DashboardMasthead {...choice} api={api} live={live} route={route} />}
      colophon="AXIS. The AXIS Result ranks agents and runs. The scorecard is a second opinion, computed from recorded facts. Unknown values are shown as unknown."
    >
      <Announcer live={live} />
      <ProjectLooks api={api} live={live} workspace={workspace}>
        <CurrentView key={viewKey} view={found?.view} api={api} workspace={workspace} live={live} route={route} />
      </ProjectLooks>
    </Shell>
  );
}

function CurrentView({ view, ...props }: ViewProps & { readonly view: View | undefined }) {
  if (view === undefined) return <NotFound back="Back to the overview" />;
  if (view.oneWorkspace !== true) return <view.component {...props} />;
  if (props.workspace === null) return <NoWorkspace />;
  return <view.component {...props} workspace={props.workspace} />;
}

function NoWorkspace() {
  return (
    <Empty title="No workspaces yet">
      <p>The first run of a project creates one.</p>
    </Empty>
  );
}

interface FoundView {
  readonly view: View;
  readonly parameters: Parameters;
  /** The same for every position inside the view. */
  readonly viewKey: string;
}

function findView(path: string): FoundView | undefined {
  for (const view of views) {
    const inside = view.within === undefined ? view.address : `${view.address}/${view.within}`;
    const parameters = matchPath(view.address, path) ?? matchPath(inside, path);
    if (parameters !== null) return { view, parameters, viewKey: buildHash(view.address, parameters) };
  }
  return undefined;
}

/** The named workspace, or the only one, or all if the view can show all. */
function chooseWorkspace(
  named: string | null,
  all: readonly WorkspaceSummary[],
  view: View | undefined,
): string | null {
  if (named !== null) return named;
  return all.length === 1 || view?.oneWorkspace === true ? (all[0]?.slug ?? null) : null;
}

function viewTitle(view: View | undefined): string {
  return view === undefined ? "AXIS" : `AXIS ${view.label}`;
}
