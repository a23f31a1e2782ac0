/** The server's answers by path, typed by its own schemas. */
import type { z } from "zod";
import type { RunScorecard } from "../../../../src/core/run/run-scorecard.ts";
import type { Baseline } from "../../../../src/core/report/baseline.ts";
import type { EvaluationIndex } from "../../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { PageIndex } from "../../../../src/report/html/page-index.ts";
import type { Competition } from "../../../../src/core/report/competition.ts";
import type * as competition from "../../../../src/server/answers/competition.ts";
import type * as report from "../../../../src/server/answers/report.ts";
import type * as run from "../../../../src/server/answers/run.ts";
import type * as score from "../../../../src/server/answers/score.ts";
import type * as activity from "../../../../src/server/routes/activity.ts";
import type * as review from "../../../../src/server/answers/review.ts";
import type * as agents from "../../../../src/server/routes/agents.ts";
import type * as artifacts from "../../../../src/server/routes/artifacts.ts";
import type * as baselines from "../../../../src/server/routes/baselines.ts";
import type * as compare from "../../../../src/server/routes/compare.ts";
import type * as tokens from "../../../../src/server/routes/tokens.ts";
import type * as transcript from "../../../../src/server/routes/transcript.ts";
import type * as evaluations from "../../../../src/server/routes/evaluations.ts";
import type * as fixes from "../../../../src/server/routes/fixes.ts";
import type * as overview from "../../../../src/server/routes/overview.ts";
import type * as runs from "../../../../src/server/routes/runs.ts";
import type * as session from "../../../../src/server/routes/session.ts";
import type * as scenarios from "../../../../src/server/routes/scenarios.ts";
import type * as views from "../../../../src/server/routes/views.ts";
import type * as workers from "../../../../src/server/routes/workers.ts";
import type * as workspaces from "../../../../src/server/routes/workspaces.ts";

export type RunSummary = z.infer<typeof run.RunSummary>;
export type StatusTally = z.infer<typeof runs.StatusTally>;
export type RunDocument = z.infer<typeof run.RunDocument>;
type Score = z.infer<typeof score.ScoreAnswer>;
type AgentSummary = z.infer<typeof agents.Agent>;
type ScenarioSummary = z.infer<typeof scenarios.ScenarioAnswer>;
export type Standing = z.infer<typeof views.Standing>;
export type TrendPoint = z.infer<typeof views.TrendPointAnswer>;
export type Trends = z.infer<typeof views.TrendsAnswer>;
export type Board = z.infer<typeof views.BoardAnswer>;
type Artifact = z.infer<typeof artifacts.ArtifactAnswer>;
export type RunComparison = z.infer<typeof compare.ComparisonAnswer>;
export type ReportEntry = z.infer<typeof report.ReportEntry>;
export type CompetitionEntry = z.infer<typeof competition.CompetitionEntry>;
export type CompetitionDocument = Omit<z.infer<typeof competition.CompetitionDocument>, "competition"> & {
  readonly competition: Competition | null;
};
export type CompetitionStanding = CompetitionDocument["standing"][number];
export type Overview = z.infer<typeof overview.OverviewAnswer>;
export type Fixes = z.infer<typeof fixes.FixesAnswer>;
export type BaselineEntry = z.infer<typeof baselines.BaselineEntry>;
export type EvaluationEntry = z.infer<typeof evaluations.EvaluationEntry>;
export type TokenSummary = z.infer<typeof tokens.Token>;
export type CreatedToken = z.infer<typeof tokens.CreatedToken>;
export type NewToken = z.infer<typeof tokens.TokenBody>;
type TranscriptEvent = z.infer<typeof transcript.TranscriptEvent>;
export type Activity = z.infer<typeof activity.ActivityAnswer>;
export type SessionFacts = z.infer<typeof session.SessionAnswer>;
export type WorkerSummary = z.infer<typeof workers.WorkerAnswer>;
export type QueueDepth = z.infer<typeof workers.QueueAnswer>;
export type WorkspaceSummary = z.infer<typeof workspaces.WorkspaceSummary>;
type WorkspaceDocument = z.infer<typeof workspaces.WorkspaceDocument>;

export type ReviewRow = z.infer<typeof review.ReviewRow>;
export type AgreementDocument = z.infer<typeof review.AgreementAnswer>;

export interface LabelDocument {
  readonly label: z.infer<typeof review.LabelAnswerSchema>;
  readonly agreement: AgreementDocument;
}

/** One page of a list. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** The paths the dashboard reads. Callers fill in the names in braces. */
export interface Answers {
  "/v1/runs": ListPage<RunSummary>;
  "/v1/runs/{id}": RunDocument;
  "/v1/runs/{id}/score": Score;
  "/v1/runs/{id}/scorecard": RunScorecard;
  "/v1/runs/{id}/transcript": { readonly data: readonly TranscriptEvent[]; readonly next_after: number | null };
  "/v1/runs/{id}/artifacts": ListPage<Artifact>;
  "/v1/statuses": StatusTally;
  "/v1/session": SessionFacts;
  "/v1/activity": ListPage<Activity>;
  "/v1/compare": RunComparison;
  "/v1/reports": ListPage<ReportEntry>;
  "/v1/reports/{id}/page": PageIndex;
  "/v1/reports/{id}/comparison": PageIndex;
  "/v1/competitions": ListPage<CompetitionEntry>;
  "/v1/competitions/{id}": CompetitionDocument;
  "/v1/baselines": ListPage<BaselineEntry>;
  "/v1/baselines/{name}": Baseline;
  "/v1/evaluations": ListPage<EvaluationEntry>;
  "/v1/evaluations/{id}": EvaluationIndex;
  "/v1/evaluations/{id}/items/{block}": readonly unknown[];
  "/v1/overview": Overview;
  "/v1/fixes": Fixes;
  "/v1/agents": ListPage<AgentSummary>;
  "/v1/scenarios": ListPage<ScenarioSummary>;
  "/v1/leaderboard": Board;
  "/v1/review": ListPage<ReviewRow> & {
    readonly waiting: number;
    readonly agreement: AgreementDocument;
    readonly by: string | null;
  };
  "/v1/labels": ListPage<LabelDocument["label"]>;
  "/v1/trends": Trends;
  "/v1/workspaces": ListPage<WorkspaceSummary>;
  "/v1/workspaces/{slug}": WorkspaceDocument;
  "/v1/tokens": ListPage<TokenSummary>;
  "/v1/workers": ListPage<WorkerSummary> & { readonly queue: readonly QueueDepth[] };
}
export type Address = keyof Answers;

/** The row of a list. */
export type ListRow<Path extends Address> = Answers[Path] extends ListPage<infer Row> ? Row : never;
