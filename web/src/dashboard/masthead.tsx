/** The head of the dashboard: navigation, project, search, connection status, settings, sign in or out. */
import { useEffect, useState } from "preact/hooks";
import { FindField } from "../parts/keys.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { safeLine } from "../text/safe.ts";
import type { Api } from "./api/api.ts";
import type { WorkspaceSummary } from "./api/answers.ts";
import type { Live, LiveStatus } from "./live/live.ts";
import type { ViewRoute } from "./view-route.ts";
import { settingsAddress, type View, views } from "./views.ts";
import type { SignInAction } from "./main-page.tsx";

interface MastheadProps {
  readonly api: Api;
  readonly workspaces: readonly WorkspaceSummary[];
  readonly workspace: string | null;
  readonly current: View | undefined;
  readonly live: Live;
  readonly route: ViewRoute;
  readonly signIn: SignInAction;
}

export function DashboardMasthead({ api, current, live, route, signIn, ...choice }: MastheadProps) {
  return (
    <Masthead
      home={route.link("")}
      isHome={current?.address === ""}
      class="dashboard-head"
      actions={
        <>
          <ProjectChoice {...choice} current={current} route={route} />
          <FindRun route={route} />
          <LiveMark live={live} />
          <a
            href={route.link(settingsAddress)}
            aria-current={current?.address === settingsAddress ? "page" : undefined}
          >
            Settings
          </a>
          <button type="button" class="quiet door" onClick={signIn.open}>
            {signIn.words}
          </button>
        </>
      }
    >
      <nav aria-label="Views">
        {views
          .filter(({ isUnlisted }) => isUnlisted !== true)
          .map(({ name, address, label, badge: Badge }) => (
            <a key={name} href={route.link(address)} aria-current={isWithin(current, address) ? "page" : undefined}>
              {label}
              {Badge !== undefined && <Badge api={api} workspace={choice.workspace} />}
            </a>
          ))}
      </nav>
    </Masthead>
  );
}

/** A run's page belongs to the "Runs" entry of the navigation. */
function isWithin(current: View | undefined, address: string): boolean {
  return current !== undefined && `${current.address}/`.startsWith(`${address}/`);
}

type ChoiceProps = Pick<MastheadProps, "workspaces" | "workspace" | "current" | "route">;

/** Nothing if there is nothing to choose. */
function ProjectChoice({ workspaces, workspace, current, route }: ChoiceProps) {
  const isKnown = workspaces.some(({ slug }) => slug === workspace);
  if (current?.isForAll === true || (workspaces.length < 2 && (workspace === null || isKnown))) return null;
  return (
    <label class="project-choice">
      <span>Project</span>
      <select
        value={workspace ?? ""}
        onChange={(event) => route.change({ workspace: event.currentTarget.value || null })}
      >
        {current?.oneWorkspace !== true && <option value="">all projects</option>}
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

/** Leads to a run by its id, and otherwise to the runs of a scenario. */
function FindRun({ route }: Pick<MastheadProps, "route">) {
  const [text, setText] = useState("");
  const find = () => {
    const wanted = text.trim();
    if (wanted === "") return;
    setText("");
    location.hash = /^run_[0-9A-Z]{26}$/.test(wanted)
      ? route.link("runs/{id}", { id: wanted })
      : route.link("runs", {}, { scenario: wanted });
  };
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <FindField text={text} label="Find a run" onFind={setText} />
    </form>
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
