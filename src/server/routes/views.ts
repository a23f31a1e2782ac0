/** The leaderboard and trends of a workspace. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/ids.ts";
import { CardTier } from "../../core/run-scorecard.ts";
import { leaderboard } from "../../store/sql/views/leaderboard.ts";
import { trends } from "../../store/sql/views/trends.ts";
import { answers, FilterText, listOf, Moment, momentText, MomentText, wholeNumber } from "../answers/shared.ts";
import { guarded, needs } from "../guarded.ts";
import { seenWorkspace } from "../scope.ts";
import type { Api, World } from "../world.ts";

/** Runs an agent needs to be ranked, where nobody says otherwise. */
const usualMinRuns = 5;
const points = z.number().min(0).max(100);

const Standing = z
  .strictObject({
    agent: z.string(),
    runs: z.number().int(),
    completed: z.number().int(),
    completion_rate: z.number().min(0).max(1),
    mean_score: points,
    median_score: points,
    tier: CardTier,
    mean_axis_result: points.nullable(),
    mean_cost_micros: z.number().nullable(),
    last_scored_at: Moment,
    ranked: z.boolean(),
  })
  .openapi("Standing");

const board = createRoute({
  method: "get",
  path: "/v1/leaderboard",
  summary: "Agents of a workspace by mean score; ranked ones first",
  ...needs("read"),
  request: {
    query: z.strictObject({
      workspace: WorkspaceSlug,
      scenario: FilterText.optional(),
      since: MomentText.optional(),
      min_runs: wholeNumber(1, 1_000_000).optional(),
    }),
  },
  responses: answers(200, listOf(Standing), "All agents with counted runs"),
});

const TrendPoint = z
  .strictObject({
    at: Moment,
    run_id: z.string().nullable(),
    runs: z.number().int(),
    score: points,
    completion: points,
    error_rate: points,
    latency: points,
    resource_efficiency: points,
    p50_wall_ms: z.number().nullable(),
  })
  .openapi("TrendPoint");

const trend = createRoute({
  method: "get",
  path: "/v1/trends",
  summary: "Scores over time, at most 500 points, oldest first",
  ...needs("read"),
  request: {
    query: z.strictObject({
      workspace: WorkspaceSlug,
      agent: FilterText.optional(),
      scenario: FilterText.optional(),
      bucket: z.enum(["run", "day", "week"]).default("run"),
    }),
  },
  responses: answers(200, listOf(TrendPoint), "The newest points"),
});

export function addViews(app: Api, world: World): void {
  app.openapi(guarded(board, world), async (c) => {
    const { workspace, scenario, since, min_runs } = c.req.valid("query");
    const { id } = await seenWorkspace(c, world, workspace);
    const rows = await leaderboard(world.database, {
      workspaceId: id,
      minRuns: min_runs ?? usualMinRuns,
      ...(scenario === undefined ? {} : { scenario }),
      ...(since === undefined ? {} : { since }),
    });
    const data = rows.map((row) => ({ ...row, last_scored_at: momentText(row.last_scored_at) }));
    return c.json({ data, next_cursor: null }, 200);
  });
  app.openapi(guarded(trend, world), async (c) => {
    const { workspace, agent, scenario, bucket } = c.req.valid("query");
    const { id } = await seenWorkspace(c, world, workspace);
    const found = await trends(world.database, {
      workspaceId: id,
      bucket,
      ...(agent === undefined ? {} : { agent }),
      ...(scenario === undefined ? {} : { scenario }),
    });
    return c.json({ data: found.map((point) => ({ ...point, at: momentText(point.at) })), next_cursor: null }, 200);
  });
}
