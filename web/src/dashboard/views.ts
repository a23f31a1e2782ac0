/** The views of the dashboard in the order of the navigation. A new view is a folder and a row here. */
import type { ComponentChild } from "preact";
import type { Api } from "./api/api.ts";
import { Baselines } from "./baselines/baselines.tsx";
import { BaselineView } from "./baselines/baseline-view.tsx";
import { CompareChoice } from "./compare/compare-choice.tsx";
import { CompareView } from "./compare/compare-view.tsx";
import { Evaluations } from "./evaluations/evaluations.tsx";
import { EvaluationView } from "./evaluations/evaluation-view.tsx";
import { Competitions } from "./competitions/competitions.tsx";
import { CompetitionView } from "./competitions/competition-view.tsx";
import type { Live } from "./live/live.ts";
import { LeaderboardView } from "./leaderboard/leaderboard.tsx";
import { Overview } from "./overview/overview.tsx";
import { ReportView } from "./reports/report-view.tsx";
import { Reports } from "./reports/reports.tsx";
import { ReviewBadge } from "./review/review-badge.tsx";
import { ReviewView } from "./review/review-view.tsx";
import type { ViewRoute } from "./view-route.ts";
import { RunView } from "./run/run-view.tsx";
import { Runs } from "./runs/runs.tsx";
import { Tokens } from "./tokens/tokens.tsx";
import { TrendsView } from "./trends/trends.tsx";
import { Workers } from "./workers/workers.tsx";

/** The props of every view. A view is mounted again when its address or the workspace changes, but not when its query changes. */
export interface ViewProps<Workspace = string | null> {
  readonly api: Api;
  /** The slug of the chosen workspace; null for all. */
  readonly workspace: Workspace;
  readonly live: Live;
  readonly route: ViewRoute;
}

interface ViewRow {
  readonly name: string;
  /** After `#/`; names in braces are parameters: `runs/{id}`. */
  readonly address: string;
  /** After the address: a position inside the view that does not mount it again. */
  readonly within?: string;
  /** For the navigation and the title of the page. */
  readonly label: string;
  /** Whether only links lead to it, and none from the navigation. */
  readonly isUnlisted?: boolean;
  /** Beside the label in the navigation. */
  readonly badge?: (props: Pick<ViewProps, "api" | "workspace">) => ComponentChild;
  /** Shows the same for every workspace, so there is no choice. */
  readonly isForAll?: boolean;
}

export type View = ViewRow &
  (
    | { readonly oneWorkspace?: false; readonly component: (props: ViewProps) => ComponentChild }
    /** For a view of a single workspace: the default is the first. */
    | { readonly oneWorkspace: true; readonly component: (props: ViewProps<string>) => ComponentChild }
  );

/** Addresses of views that other parts of the page link to. */
export const settingsAddress = "tokens";

export const views: readonly View[] = [
  { name: "overview", address: "", label: "Overview", oneWorkspace: true, component: Overview },
  { name: "runs", address: "runs", label: "Runs", component: Runs },
  { name: "run", address: "runs/{id}", within: "step/{step}", label: "Run", isUnlisted: true, component: RunView },
  { name: "reports", address: "reports", label: "Reports", component: Reports },
  { name: "report", address: "reports/{id}", label: "Report", isUnlisted: true, component: ReportView },
  { name: "competitions", address: "competitions", label: "Competitions", component: Competitions },
  {
    name: "competition",
    address: "competitions/{id}",
    label: "Competition",
    isUnlisted: true,
    component: CompetitionView,
  },
  { name: "baselines", address: "baselines", label: "Baselines", isUnlisted: true, component: Baselines },
  { name: "baseline", address: "baselines/{name}", label: "Baseline", isUnlisted: true, component: BaselineView },
  { name: "evaluations", address: "evaluations", label: "Evaluations", isUnlisted: true, component: Evaluations },
  {
    name: "evaluation",
    address: "evaluations/{id}",
    within: "item/{item}",
    label: "Evaluation",
    isUnlisted: true,
    component: EvaluationView,
  },
  // Where the page of a report links to: its own runs.
  {
    name: "report run",
    address: "run/{side}/{id}",
    within: "{step}",
    label: "Run",
    isUnlisted: true,
    component: RunView,
  },
  { name: "trends", address: "trends", label: "Trends", oneWorkspace: true, component: TrendsView },
  { name: "leaderboard", address: "leaderboard", label: "Leaderboard", oneWorkspace: true, component: LeaderboardView },
  { name: "review", address: "review", label: "Review", badge: ReviewBadge, oneWorkspace: true, component: ReviewView },
  { name: "compare", address: "compare", label: "Compare", oneWorkspace: true, component: CompareChoice },
  { name: "compared runs", address: "compare/{a}/{b}", label: "Compare", isUnlisted: true, component: CompareView },
  // Where the page of two reports links to: a run of each.
  {
    name: "runs of reports",
    address: "compare/{sideA}/{a}/{sideB}/{b}",
    label: "Compare",
    isUnlisted: true,
    component: CompareView,
  },
  { name: "workers", address: "workers", label: "Workers", isForAll: true, component: Workers },
  {
    name: "settings",
    address: settingsAddress,
    label: "Settings",
    isForAll: true,
    isUnlisted: true,
    component: Tokens,
  },
];
