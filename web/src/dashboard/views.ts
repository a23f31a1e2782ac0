/** The views of the dashboard, in the order of its navigation. A new one is a folder here and a row below. */
import type { ComponentChild } from "preact";
import type { Api } from "./api/api.ts";
import { CompareView } from "./compare/compare-view.tsx";
import type { Live } from "./live/live.ts";
import { LeaderboardView } from "./leaderboard/leaderboard.tsx";
import type { ViewRoute } from "./view-route.ts";
import { RunView } from "./run/run-view.tsx";
import { Runs } from "./runs/runs.tsx";
import { Tokens } from "./tokens/tokens.tsx";
import { TrendsView } from "./trends/trends.tsx";
import { Workers } from "./workers/workers.tsx";

/** What every view is given. A view is mounted anew when its address or the workspace changes, not with its query. */
export interface ViewProps<Workspace = string | null> {
  readonly api: Api;
  /** Slug of the workspace that is looked at; null for all of them. */
  readonly workspace: Workspace;
  readonly live: Live;
  readonly route: ViewRoute;
}

interface ViewRow {
  readonly name: string;
  /** Behind `#/`; names in braces are parameters: `runs/{id}`. */
  readonly address: string;
  /** Behind the address: a place inside the view, for which it is not mounted anew. */
  readonly within?: string;
  /** In the navigation; null for a view one reaches from others. */
  readonly label: string | null;
  /** Shows the same whichever workspace is chosen, so none is offered. */
  readonly isForAll?: boolean;
}

export type View = ViewRow &
  (
    | { readonly oneWorkspace?: false; readonly component: (props: ViewProps) => ComponentChild }
    /** For views of a single workspace: where none is chosen they get the first. */
    | { readonly oneWorkspace: true; readonly component: (props: ViewProps<string>) => ComponentChild }
  );

export const views: readonly View[] = [
  { name: "runs", address: "runs", label: "Runs", component: Runs },
  { name: "run", address: "runs/{id}", within: "step/{step}", label: null, component: RunView },
  { name: "compare", address: "compare/{a}/{b}", label: null, component: CompareView },
  { name: "trends", address: "trends", label: "Trends", oneWorkspace: true, component: TrendsView },
  { name: "leaderboard", address: "leaderboard", label: "Leaderboard", oneWorkspace: true, component: LeaderboardView },
  { name: "workers", address: "workers", label: "Workers", isForAll: true, component: Workers },
  { name: "tokens", address: "tokens", label: "Tokens", isForAll: true, component: Tokens },
];
