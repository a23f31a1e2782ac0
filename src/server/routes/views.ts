/** Routes for the leaderboard and the trends of a workspace. */
import { createRoute, z } from "@hono/zod-openapi";
import { omitUndefined } from "../../core/json.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { RankingMetric } from "../../core/report/agent-ranking.ts";
import { CardTier } from "../../core/run/run-scorecard.ts";
import { readLeaderboard, defaultMinRuns } from "../../store/sql/views/leaderboard.ts";
import { confidence } from "../../store/sql/views/mean-bounds.ts";
import { countReports, findNewestReport } from "../../store/sql/views/counted-scores.ts";
import { readTaskChanges } from "../../store/sql/views/task-changes.ts";
import { readTrendChanges } from "../../store/sql/views/trend-changes.ts";
import { readTrends } from "../../store/sql/views/trends.ts";
import {
  jsonResponses,
  FilterText,
  listSchema,
  Moment,
  formatMoment,
  MomentText,
  wholeNumber,
} from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { requireVisibleWorkspace } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

const points = z.number().min(0).max(100);

const Bounds = z
  .strictObject({ lower: points, upper: points })
  .nullable()
  .openapi("Bounds", {
    description: `The ${confidence * 100} % interval of the mean by Student's t. Null for a single run, and if all runs are equal`,
  });

const IntervalScope = z.enum(["suite", "population"]).nullable().openapi("IntervalScope", {
  description:
    "What the interval refers to. suite: these scenarios, each with at least two runs. population: scenarios like these, with the runs of one scenario treated as a cluster",
});

const share = z.number().min(0).max(1);

const DimensionMean = z.strictObject({ mean: points.nullable(), interval: Bounds });

const AgentDifferenceAnswer = z
  .strictObject({
    better: z.string().openapi({ description: "The agent that comes first" }),
    worse: z.string(),
    scenarios: z.number().int().openapi({ description: "The scenarios that both have" }),
    estimate: z.number().nullable().openapi({ description: "better minus worse, in the unit of the metric" }),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    p: z.number().nullable(),
    adjusted_p: z
      .number()
      .nullable()
      .openapi({ description: "Corrected by Holm's method for the number of comparisons" }),
    apart: z.boolean().openapi({ description: "Whether the corrected p is below 0.05" }),
  })
  .openapi("AgentDifference");

export const Standing = z
  .strictObject({
    agent: z.string(),
    place: z.number().int().nullable().openapi({
      description: "From 1. Agents with the same number share a place; null for an agent that is not ranked",
    }),
    places: z.strictObject({ from: z.number().int(), to: z.number().int() }).nullable().openapi({
      description:
        "The places the agent can have: agents whose difference may be chance share theirs (paired test, Holm). Null for an agent that is not ranked",
    }),
    runs: z.number().int(),
    scenarios: z.number().int(),
    mean_axis_result: points.nullable().openapi({
      description:
        "The AXIS Result: the mean over results (scenario × agent), each the mean of its trials. Null if no run has one",
    }),
    axis_interval: Bounds,
    axis_interval_scope: IntervalScope,
    dimensions: z.strictObject({
      goal: DimensionMean,
      environment: DimensionMean,
      service: DimensionMean,
      agent: DimensionMean,
    }),
    passed: z.number().int(),
    failed: z.number().int(),
    pass_rate: z.number().min(0).max(1).nullable().openapi({
      description: "The share of runs that passed, of those that passed or failed; null if there are none",
    }),
    pass_rate_interval: z
      .strictObject({ lower: share, upper: share })
      .nullable()
      .openapi({ description: "Wilson's 95 % interval, clustered by scenario; null with fewer than two scenarios" }),
    completed: z.number().int().openapi({ description: "Runs with the outcome COMPLETED in the scorecard" }),
    completion_rate: z.number().min(0).max(1),
    mean_score: points.openapi({ description: "The mean scorecard" }),
    mean_interval: Bounds,
    interval_scope: IntervalScope,
    median_score: points,
    tier: CardTier,
    mean_cost_micros: z.number().nullable(),
    cost_per_pass_micros: z.number().nullable().openapi({
      description: "The mean cost of a run divided by the pass rate; null if no cost is known, or no run passed",
    }),
    p50_wall_ms: z.number().nullable(),
    last_scored_at: Moment,
    ranked: z.boolean(),
  })
  .openapi("Standing");

export const BoardAnswer = listSchema(Standing).extend({
  report: z.string().nullable().openapi({ description: "The only report whose runs count; null for all" }),
  differences: z.array(AgentDifferenceAnswer).openapi({
    description: "The best eight ranked agents, two by two; empty for cost-per-pass, which single runs do not have",
  }),
});

const board = createRoute({
  method: "get",
  path: "/v1/leaderboard",
  summary: "Rank the agents of a workspace by AXIS Result or another metric; ranked agents first",
  ...securityFor("read"),
  request: {
    query: z.strictObject({
      workspace: WorkspaceSlug,
      scenario: FilterText.optional(),
      since: MomentText.optional(),
      report: FilterText.optional().openapi({
        description: "Only runs of this report; latest for the newest whose runs have all ended",
      }),
      min_runs: wholeNumber(1, 1_000_000).optional(),
      by: RankingMetric.default("axis"),
    }),
  },
  responses: jsonResponses(200, BoardAnswer, "All agents with counted runs"),
});

const scoreFields = <Value extends z.ZodType>(value: Value) => ({
  score: value,
  completion: value,
  error_rate: value,
  latency: value,
  resource_efficiency: value,
});

/** The four dimensions of the AXIS Result. */
const meanFields = <Value extends z.ZodType>(value: Value) => ({
  goal: value,
  environment: value,
  service: value,
  agent_points: value,
});

const CostBounds = z.strictObject({ lower: z.number(), upper: z.number() }).nullable();

export const TrendPointAnswer = z
  .strictObject({
    at: Moment,
    run_id: z.string().nullable(),
    report_id: z.string().nullable().openapi({ description: "The report of a point or of a single run" }),
    agent: z.string().nullable().openapi({ description: "Null if it may contain runs of several agents" }),
    scenario: z.string().nullable().openapi({ description: "Null if it may contain runs of several scenarios" }),
    runs: z.number().int(),
    scenarios: z.number().int(),
    axis_result: points.nullable().openapi({
      description:
        "The AXIS Result: the mean over results (scenario × agent), each the mean of its trials. Null if no run has one",
    }),
    ...meanFields(points.nullable()),
    cost_micros: z.number().nullable().openapi({
      description: "The mean cost of a run, over the runs whose cost is known; null if none is",
    }),
    passed: z.number().int(),
    failed: z.number().int(),
    ...scoreFields(points),
    tier: CardTier,
    p50_wall_ms: z.number().nullable(),
    baseline_p50_ms: z
      .number()
      .nullable()
      .openapi({ description: "The usual time that the latency of a single run was measured against" }),
    interval_scope: IntervalScope,
    axis_interval_scope: IntervalScope,
    intervals: z.strictObject({
      axis_result: Bounds,
      ...meanFields(Bounds),
      cost_micros: CostBounds,
      ...scoreFields(Bounds),
    }),
  })
  .openapi("TrendPoint");

const TrendChangeAnswer = z
  .strictObject({
    agent: z.string().nullable(),
    scenario: z.string().nullable(),
    since: Moment,
    since_report: z.string(),
    report_id: z.string(),
    scenarios: z.number().int().openapi({ description: "The scenarios that both reports have" }),
    difference: z.number().nullable().openapi({ description: "newer minus older, in the unit of the metric" }),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    adjusted_p: z.number().nullable().openapi({ description: "Corrected for the number of lines by Holm's method" }),
    proven: z.boolean().openapi({ description: "Whether the corrected p is below 0.05" }),
  })
  .openapi("TrendChange");

export const TrendsAnswer = listSchema(TrendPointAnswer).extend({
  truncated: z.boolean().openapi({ description: "Older points were left out" }),
  reports: z.number().int().openapi({ description: "The number of reports with points, whatever a point is" }),
  changes: z.array(TrendChangeAnswer).openapi({
    description: "For points of reports: the newest report of each line, compared with the last one a week before",
  }),
  task_changes: z.array(z.strictObject({ at: Moment, report_id: z.string(), scenarios: z.array(z.string()) })).openapi({
    description: "Reports in which prompts, checks or settings of scenarios were not those of the report before",
  }),
});

const TrendMetric = z.enum([
  "axis",
  "pass-rate",
  "cost",
  "time",
  "scorecard",
  "goal",
  "environment",
  "service",
  "agent",
]);

const trend = createRoute({
  method: "get",
  path: "/v1/trends",
  summary: "Read AXIS Results and scorecards over time, at most 500 points, oldest first",
  ...securityFor("read"),
  request: {
    query: z.strictObject({
      workspace: WorkspaceSlug,
      agent: FilterText.optional(),
      scenario: FilterText.optional(),
      since: MomentText.optional(),
      until: MomentText.optional(),
      report: FilterText.optional(),
      bucket: z.enum(["run", "report", "day", "week"]).default("run"),
      by: z.enum(["agent", "scenario"]).optional(),
      metric: TrendMetric.default("axis").openapi({ description: "What `changes` are about" }),
    }),
  },
  responses: jsonResponses(200, TrendsAnswer, "The newest points"),
});

export function addViews(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(board, deps), async (c) => {
    const { workspace, scenario, since, min_runs, by, report: asked } = c.req.valid("query");
    const { id } = await requireVisibleWorkspace(c, deps, workspace);
    const report = asked === "latest" ? await findNewestReport(deps.database, id) : asked;
    const { rows, differences } = await readLeaderboard(deps.database, {
      workspaceId: id,
      minRuns: min_runs ?? defaultMinRuns,
      by,
      ...omitUndefined({ scenario, since, report }),
    });
    const data = rows.map((row) => ({ ...row, last_scored_at: formatMoment(row.last_scored_at) }));
    const told = differences.map(({ adjustedP, ...difference }) => ({ ...difference, adjusted_p: adjustedP }));
    return c.json({ data, next_cursor: null, report: report ?? null, differences: told }, 200);
  });
  app.openapi(guardRoute(trend, deps), async (c) => {
    const { workspace, bucket, metric, ...filter } = c.req.valid("query");
    const { id } = await requireVisibleWorkspace(c, deps, workspace);
    const query = { workspaceId: id, bucket, ...omitUndefined(filter) };
    const { points: means, truncated } = await readTrends(deps.database, query);
    const changes = bucket === "report" ? await readTrendChanges(deps.database, query, { points: means, metric }) : [];
    const tasks = bucket === "report" ? await readTaskChanges(deps.database, id) : [];
    const reports = await countReports(deps.database, query);
    const data = means.map((point) => ({ ...point, at: formatMoment(point.at) }));
    const about = {
      reports,
      changes: changes.map((change) => ({ ...change, since: formatMoment(change.since) })),
      task_changes: tasks.map((change) => ({
        ...change,
        at: formatMoment(change.at),
        scenarios: [...change.scenarios],
      })),
    };
    return c.json({ data, next_cursor: null, truncated, ...about }, 200);
  });
}
