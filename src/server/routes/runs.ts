/** The route that lists runs. */
import { createRoute, z } from "@hono/zod-openapi";
import { omitUndefined } from "../../core/json.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { RunOutcome } from "../../core/run/run-facts.ts";
import { RunStatus } from "../../core/run/run-row.ts";
import { CardTier } from "../../core/run/run-scorecard.ts";
import { listRuns, type RunFilter } from "../../store/sql/runs/run-list.ts";
import { RunSummary, toRunSummary } from "../answers/run.ts";
import {
  jsonResponses,
  FilterText,
  listSchema,
  MomentText,
  PageQuery,
  defaultPageSize,
  wholeNumber,
} from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { findSlug, toWorkspaceFilter } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

const points = wholeNumber(0, 100);

const RunsQuery = z.strictObject({
  ...PageQuery,
  workspace: WorkspaceSlug.optional(),
  agent: FilterText.optional(),
  scenario: FilterText.optional(),
  status: RunStatus.optional(),
  outcome: RunOutcome.optional(),
  tier: z.enum([...CardTier.options, "Unranked"]).optional(),
  competition: FilterText.optional(),
  report: FilterText.optional(),
  since: MomentText.optional(),
  until: MomentText.optional(),
  min_score: points.optional(),
  max_score: points.optional(),
  sort: z.enum(["newest", "score"]).default("newest"),
});

const list = createRoute({
  method: "get",
  path: "/v1/runs",
  summary: "List runs, newest or best first",
  ...securityFor("read"),
  request: { query: RunsQuery },
  responses: jsonResponses(200, listSchema(RunSummary), "A page of runs"),
});

export function addRuns(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(list, deps), async (c) => {
    const { limit, cursor, sort, workspace, ...query } = c.req.valid("query");
    const filter = toRunFilter(query, await toWorkspaceFilter(c, deps, workspace));
    const request = { limit: limit ?? defaultPageSize, cursor: cursor ?? null };
    const page = await listRuns(deps.database, { filter, sort }, request);
    const data = [];
    for (const row of page.data) data.push(toRunSummary(row, await findSlug(deps, row.workspace_id)));
    return c.json({ data, next_cursor: page.nextCursor }, 200);
  });
}

type Filters = Omit<z.infer<typeof RunsQuery>, "limit" | "cursor" | "sort" | "workspace">;

function toRunFilter({ min_score, max_score, ...filters }: Filters, workspace: { workspaceId?: string }): RunFilter {
  const { since, until } = filters;
  if (since !== undefined && until !== undefined && since > until)
    throw new ApiProblem("bad-range", "since is later than until");
  if (min_score !== undefined && max_score !== undefined && min_score > max_score)
    throw new ApiProblem("bad-range", "min_score is greater than max_score");
  // Unset filters are left out, so that equal filters give equal cursors.
  return omitUndefined({ ...workspace, ...filters, minScore: min_score, maxScore: max_score });
}
