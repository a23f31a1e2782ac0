/** Routes for the leaderboard and the trends of a workspace. */
import { createRoute, z } from "@hono/zod-openapi";
import { omitUndefined } from "../../core/json.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { RankingMetric } from "../../core/report/agent-ranking.ts";
import { CardTier } from "../../core/run/run-scorecard.ts";
import { readLeaderboard, defaultMinRuns } from "../../store/sql/views/leaderboard.ts";
import { confidence } from "../../store/sql/views/mean-bounds.ts";
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

export const Standing = z
  .strictObject({
    agent: z.string(),
    place: z.number().int().nullable().openapi({
      description: "From 1. Agents with the same number share a place; null for an agent that is not ranked",
    }),
    runs: z.number().int(),
    scenarios: z.number().int(),
    mean_axis_result: points.nullable().openapi({
      description:
        "The AXIS Result: the mean over results (scenario × agent), each the mean of its trials. Null if no run has one",
    }),
    axis_interval: Bounds,
    axis_interval_scope: IntervalScope,
    passed: z.number().int(),
    failed: z.number().int(),
    pass_rate: z.number().min(0).max(1).nullable().openapi({
      description: "The share of runs that passed, of those that passed or failed; null if there are none",
    }),
    completed: z.number().int().openapi({ description: "Runs with the outcome COMPLETED in the scorecard" }),
    completion_rate: z.number().min(0).max(1),
    mean_score: points.openapi({ description: "The mean scorecard" }),
    mean_interval: Bounds,
    interval_scope: IntervalScope,
    median_score: points,
    tier: CardTier,
    mean_cost_micros: z.number().nullable(),
    last_scored_at: Moment,
    ranked: z.boolean(),
  })
  .openapi("Standing");

const board = createRoute({
  method: "get",
  path: "/v1/leaderboard",
  summary: "Rank the agents of a workspace by AXIS Result, pass rate or scorecard; ranked agents first",
  ...securityFor("read"),
  request: {
    query: z.strictObject({
      workspace: WorkspaceSlug,
      scenario: FilterText.optional(),
      since: MomentText.optional(),
      min_runs: wholeNumber(1, 1_000_000).optional(),
      by: RankingMetric.default("axis"),
    }),
  },
  responses: jsonResponses(200, listSchema(Standing), "All agents with counted runs"),
});

const scoreFields = <Value extends z.ZodType>(value: Value) => ({
  score: value,
  completion: value,
  error_rate: value,
  latency: value,
  resource_efficiency: value,
});

export const TrendPointAnswer = z
  .strictObject({
    at: Moment,
    run_id: z.string().nullable(),
    agent: z.string().nullable().openapi({ description: "Null if it may contain runs of several agents" }),
    scenario: z.string().nullable().openapi({ description: "Null if it may contain runs of several scenarios" }),
    runs: z.number().int(),
    scenarios: z.number().int(),
    axis_result: points.nullable().openapi({
      description:
        "The AXIS Result: the mean over results (scenario × agent), each the mean of its trials. Null if no run has one",
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
    intervals: z.strictObject({ axis_result: Bounds, ...scoreFields(Bounds) }),
  })
  .openapi("TrendPoint");

export const TrendsAnswer = listSchema(TrendPointAnswer).extend({
  truncated: z.boolean().openapi({ description: "Older points were left out" }),
});

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
      bucket: z.enum(["run", "day", "week"]).default("run"),
      by: z.enum(["agent", "scenario"]).optional(),
    }),
  },
  responses: jsonResponses(200, TrendsAnswer, "The newest points"),
});

export function addViews(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(board, deps), async (c) => {
    const { workspace, scenario, since, min_runs, by } = c.req.valid("query");
    const { id } = await requireVisibleWorkspace(c, deps, workspace);
    const rows = await readLeaderboard(deps.database, {
      workspaceId: id,
      minRuns: min_runs ?? defaultMinRuns,
      by,
      ...omitUndefined({ scenario, since }),
    });
    const data = rows.map((row) => ({ ...row, last_scored_at: formatMoment(row.last_scored_at) }));
    return c.json({ data, next_cursor: null }, 200);
  });
  app.openapi(guardRoute(trend, deps), async (c) => {
    const { workspace, bucket, ...filter } = c.req.valid("query");
    const { id } = await requireVisibleWorkspace(c, deps, workspace);
    const found = await readTrends(deps.database, { workspaceId: id, bucket, ...omitUndefined(filter) });
    const data = found.points.map((point) => ({ ...point, at: formatMoment(point.at) }));
    return c.json({ data, next_cursor: null, truncated: found.truncated }, 200);
  });
}
