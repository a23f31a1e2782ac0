/** The head of the dashboard: navigation, workspace, connection status, sign in or out. */
import { useEffect, useState } from "preact/hooks";
import { Masthead } from "../parts/masthead.tsx";
import { safeLine } from "../text/safe.ts";
import type { WorkspaceSummary } from "./api/answers.ts";
import type { Live, LiveStatus } from "./live/live.ts";
import type { ViewRoute } from "./view-route.ts";
import { type View, views } from "./views.ts";
import type { SignInAction } from "./main-page.tsx";

interface MastheadProps {
  readonly workspaces: readonly WorkspaceSummary[];
  readonly workspace: string | null;
  readonly current: View | undefined;
  readonly live: Live;
  readonly route: ViewRoute;
  readonly signIn: SignInAction;
}

export function DashboardMasthead({ current, live, route, signIn, ...choice }: MastheadProps) {
  return (
    <Masthead home={route.link("runs")} class="dashboard-head">
      <nav aria-label="Views">
        {views
          .filter(({ label }) => label !== null)
          .map(({ name, address, label }) => (
            <a key={name} href={route.link(address)} aria-current={isWithin(current, address) ? "page" : undefined}>
              {label}
            </a>
          ))}
      </nav>
      <WorkspaceChoice {...choice} current={current} route={route} />
      <LiveMark live={live} />
      <button type="button" class="quiet door" onClick={signIn.open}>
        {signIn.words}
      </button>
    </Masthead>
  );
}

/** A run's page belongs to the "Runs" entry of the navigation. */
function isWithin(current: View | undefined, address: string): boolean {
  return current !== undefined && `${current.address}/`.startsWith(`${address}/`);
}

type ChoiceProps = Pick<MastheadProps, "workspaces" | "workspace" | "current" | "route">;

/** Nothing if there is nothing to choose. */
function WorkspaceChoice({ workspaces, workspace, current, route }: ChoiceProps) {
  const isKnown = workspaces.some(({ slug }) => slug === workspace);
  if (current?.isForAll === true || (workspaces.length < 2 && (workspace === null || isKnown))) return null;
  return (
    <label class="workspace-choice">
      <span class="sr">Workspace</span>
      <select
        value={workspace ?? ""}
        onChange={(event) => route.change({ workspace: event.currentTarget.value || null })}
      >
        {current?.oneWorkspace !== true && <option value="">all workspaces</option>}
        {!isKnown && workspace !== null && <option value={workspace}>{safeLine(workspace, 60)} (unknown)</option>}
        {workspaces.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {safeLine(name, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}

const liveWords: Readonly<Record<LiveStatus, string>> = {
  connecting: "connecting",
  open: "live",
  waiting: "offline, reconnecting",
};

function LiveMark({ live }: { live: Live }) {
  const [status, setStatus] = useState(live.status());
  useEffect(() => {
    setStatus(live.status());
    return live.onStatus(setStatus);
  }, [live]);
  return <span class={`live-mark ${status}`}>{liveWords[status]}</span>;
}
