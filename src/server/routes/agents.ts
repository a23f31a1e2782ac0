/** Routes for agents: the list, and the scores of one agent. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { CardTier, CardWeights, DefaultReason, WeightsSource } from "../../core/run/run-scorecard.ts";
import { listAgentScores, type ScoreRow } from "../../store/sql/runs/scores.ts";
import { listAgents } from "../../store/sql/views/agents.ts";
import { jsonResponses, listSchema, Moment, formatMoment, PageQuery, defaultPageSize } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { pageByName } from "../page-by-name.ts";
import { ApiProblem } from "../problem.ts";
import { toWorkspaceFilter } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

export const Agent = z
  .strictObject({
    agent: z.string(),
    runs: z.number().int(),
    completed: z.number().int(),
    passed: z.number().int().openapi({ description: "Runs with the status passed" }),
    failed: z.number().int().openapi({ description: "Runs with the status failed" }),
    mean_score: z.number().nullable().openapi({ description: "The mean scorecard" }),
    tier: z.enum([...CardTier.options, "Unranked"]),
    last_score: z.number().int().nullable().openapi({ description: "The newest scorecard" }),
    first_run_at: Moment.openapi({
      description: "When its first run was queued; pages give agents their color and shape in this order",
    }),
    served: z.boolean().openapi({ description: "Whether a live worker serves this agent" }),
  })
  .openapi("Agent");

const list = createRoute({
  method: "get",
  path: "/v1/agents",
  summary: "List all agents that runs were ever requested for, by name",
  ...securityFor("read"),
  request: { query: z.strictObject({ ...PageQuery, workspace: WorkspaceSlug.optional() }) },
  responses: jsonResponses(200, listSchema(Agent), "A page of agents"),
});

const axis = z.strictObject({
  score: z.number().int(),
  defaulted: z.boolean(),
  why: DefaultReason.nullable(),
});

const AgentScore = z
  .strictObject({
    run_id: z.string(),
    scenario: z.string(),
    score: z.number().int(),
    tier: CardTier,
    formula_version: z.string(),
    axes: z.strictObject({ completion: axis, error_rate: axis, latency: axis, resource_efficiency: axis }),
    weights: CardWeights,
    weights_source: WeightsSource,
    counted: z.boolean(),
    scored_at: Moment,
  })
  .openapi("AgentScore");

const scores = createRoute({
  method: "get",
  path: "/v1/agents/{name}/scores",
  summary: "List the scorecards of one agent, newest first; the name is percent-encoded and matched exactly",
  ...securityFor("read"),
  request: {
    params: z.object({ name: z.string().min(1).max(200) }),
    query: z.strictObject({ ...PageQuery, workspace: WorkspaceSlug.optional() }),
  },
  responses: jsonResponses(200, listSchema(AgentScore), "A page of scorecards"),
});

export function addAgents(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, ...page } = c.req.valid("query");
    const scope = await toWorkspaceFilter(c, deps, workspace);
    const agents = (await listAgents(deps.database, scope.workspaceId)).map((agent) => ({
      ...agent,
      first_run_at: formatMoment(agent.first_run_at),
    }));
    return c.json(pageByName(agents, { ...page, list: "agents", scope, nameOf: ({ agent }) => agent }), 200);
  });
  app.openapi(guardRoute(scores, deps), async (c) => {
    const { name } = c.req.valid("param");
    const { workspace, limit, cursor } = c.req.valid("query");
    const filter = { ...(await toWorkspaceFilter(c, deps, workspace)), agent: name };
    const request = { limit: limit ?? defaultPageSize, cursor: cursor ?? null };
    const page = await listAgentScores(deps.database, filter, request);
    if (page.data.length === 0 && cursor === undefined) await requireAgent(deps, filter);
    return c.json({ data: page.data.map(toAgentScore), next_cursor: page.nextCursor }, 200);
  });
}

/** Distinguishes an agent without scores from an unknown agent. */
async function requireAgent({ database }: RouteDeps, { agent, workspaceId }: { agent: string; workspaceId?: string }) {
  const known = await listAgents(database, workspaceId);
  if (!known.some((each) => each.agent === agent)) throw new ApiProblem("agent-not-found", "Agent not found");
}

function toAgentScore(row: ScoreRow): z.infer<typeof AgentScore> {
  const { weights_source, ...weights } = row.weight_snapshot;
  const of = (name: keyof typeof weights) => ({
    score: row[name],
    defaulted: row.defaulted[name],
    why: row.defaulted.why[name] ?? null,
  });
  return {
    run_id: row.run_id,
    scenario: row.scenario_key,
    score: row.score,
    tier: row.tier,
    formula_version: row.formula_version,
    axes: {
      completion: of("completion"),
      error_rate: of("error_rate"),
      latency: of("latency"),
      resource_efficiency: of("resource_efficiency"),
    },
    weights,
    weights_source,
    counted: row.counted,
    scored_at: formatMoment(row.scored_at),
  };
}
