/** Routes for competitions: the list, and one with how its entrants stand. */
import { createRoute, z } from "@hono/zod-openapi";
import { omitUndefined } from "../../core/json.ts";
import { CompetitionId, WorkspaceSlug } from "../../core/names/ids.ts";
import { rankRuns } from "../../report/competition/rank-entrants.ts";
import {
  findCompetitionRow,
  type ListedCompetition,
  listCompetitionRows,
  listRankedRuns,
} from "../../store/sql/competitions.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import {
  CompetitionDocument,
  CompetitionEntry,
  CompetitionStateWord,
  toCompetitionEntry,
  toPlace,
} from "../answers/competition.ts";
import { defaultPageSize, jsonResponses, listSchema, PageQuery } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, RouteDeps } from "../route-deps.ts";
import { callerWorkspaceId, findSlug, toWorkspaceFilter } from "../scope.ts";

const list = createRoute({
  method: "get",
  path: "/v1/competitions",
  summary: "List competitions, newest first",
  ...securityFor("read"),
  request: {
    query: z.strictObject({
      ...PageQuery,
      workspace: WorkspaceSlug.optional(),
      state: CompetitionStateWord.optional(),
    }),
  },
  responses: jsonResponses(200, listSchema(CompetitionEntry), "A page of competitions"),
});

const one = createRoute({
  method: "get",
  path: "/v1/competitions/{id}",
  summary: "Read a competition: how its entrants stand, and what its report says",
  ...securityFor("read"),
  request: { params: z.object({ id: CompetitionId }) },
  responses: jsonResponses(200, CompetitionDocument, "The competition"),
});

export function addCompetitions(app: Api, deps: RouteDeps): void {
  const { database } = deps;
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, limit, cursor, ...wanted } = c.req.valid("query");
    const filter = { ...omitUndefined(wanted), ...(await toWorkspaceFilter(c, deps, workspace)) };
    const request = { limit: limit ?? defaultPageSize, cursor: cursor ?? null };
    const page = await listCompetitionRows(database, filter, request);
    const data = [];
    for (const row of page.data) data.push(toCompetitionEntry(row, await findSlug(deps, row.workspace_id)));
    return c.json({ data, next_cursor: page.nextCursor }, 200);
  });
  app.openapi(guardRoute(one, deps), async (c) => {
    const { id } = c.req.valid("param");
    const found = await findCompetitionRow(database, id, callerWorkspaceId(c));
    if (found === undefined) throw competitionNotFoundProblem();
    const { result, ...row } = found;
    const standing = result?.ranking ?? rankRuns(await readEntrantRuns(database, id), toRankingRequest(row));
    return c.json(
      {
        ...toCompetitionEntry(row, await findSlug(deps, row.workspace_id)),
        standing: standing.map(toPlace),
        competition: result,
      },
      200,
    );
  });
}

export function competitionNotFoundProblem(): ApiProblem {
  return new ApiProblem("competition-not-found", "Competition not found");
}

function toRankingRequest({ agents, planned_runs, rank }: ListedCompetition) {
  return { agents, runs: Math.ceil(planned_runs / Math.max(1, agents.length)), rank };
}

async function readEntrantRuns(database: Database, id: string) {
  return (await listRankedRuns(database, id)).map((run) => ({
    agentName: run.agent,
    scenarioKey: run.scenario_key,
    trial: run.trial,
    runId: run.id,
    status: run.run_status ?? "error",
    isBlocked: run.outcome === "BLOCKED",
    scorecard: run.score,
    axisResult: run.axis_result,
    costUsd: run.cost_micros === null ? null : run.cost_micros / 1_000_000,
    durationMs: run.wall_ms,
  }));
}
