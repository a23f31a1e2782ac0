/** The routes that list runs and count them by status. */
import { createRoute, z } from "@hono/zod-openapi";
import { omitUndefined } from "../../core/json.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { RunOutcome } from "../../core/run/run-facts.ts";
import { RunStatus } from "../../core/run/run-row.ts";
import { CardTier } from "../../core/run/run-scorecard.ts";
import { countRunStatuses, listRuns, type RunFilter } from "../../store/sql/runs/run-list.ts";
import { RunSummary, StatusWord, toRunSummary } from "../answers/run.ts";
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

const filters = {
  workspace: WorkspaceSlug.optional(),
  agent: FilterText.optional(),
  scenario: FilterText.optional(),
  status: RunStatus.optional(),
  run_status: StatusWord.optional(),
  outcome: RunOutcome.optional(),
  tier: z.enum([...CardTier.options, "Unranked"]).optional(),
  competition: FilterText.optional(),
  report: FilterText.optional(),
  since: MomentText.optional(),
  until: MomentText.optional(),
  min_result: points.optional(),
  max_result: points.optional(),
  min_score: points.optional(),
  max_score: points.optional(),
};
const FiltersQuery = z.strictObject(filters);

const sorts = z.enum(["newest", "result", "score"]).openapi({
  description:
    "newest first, by AXIS Result (result), or by scorecard (score); the last two leave out runs without one",
});
const RunsQuery = z.strictObject({ ...PageQuery, ...filters, sort: sorts.default("newest") });

const list = createRoute({
  method: "get",
  path: "/v1/runs",
  summary: "List runs, newest first or best first",
  ...securityFor("read"),
  request: { query: RunsQuery },
  responses: jsonResponses(200, listSchema(RunSummary), "A page of runs"),
});

const tally = z.number().int().nonnegative();

export const StatusTally = z
  .strictObject({
    queued: tally,
    running: tally,
    passed: tally,
    failed: tally,
    error: tally,
    "not run": tally,
    unscored: tally,
    unknown: tally.openapi({ description: "Old runs whose stored facts do not decide their status" }),
  })
  .openapi("StatusCounts");

const statuses = createRoute({
  method: "get",
  path: "/v1/statuses",
  summary: "Count runs by status, with the filters of the list",
  ...securityFor("read"),
  request: { query: FiltersQuery },
  responses: jsonResponses(200, StatusTally, "The number of runs with each status"),
});

const noRuns: z.infer<typeof StatusTally> = {
  queued: 0,
  running: 0,
  passed: 0,
  failed: 0,
  error: 0,
  "not run": 0,
  unscored: 0,
  unknown: 0,
};

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
  app.openapi(guardRoute(statuses, deps), async (c) => {
    const { workspace, ...query } = c.req.valid("query");
    const filter = toRunFilter(query, await toWorkspaceFilter(c, deps, workspace));
    return c.json({ ...noRuns, ...(await countRunStatuses(deps.database, filter)) }, 200);
  });
}

type Filters = Omit<z.infer<typeof FiltersQuery>, "workspace">;

function toRunFilter(query: Filters, workspace: { workspaceId?: string }): RunFilter {
  const { min_score, max_score, min_result, max_result, run_status, ...others } = query;
  const { since, until } = others;
  if (since !== undefined && until !== undefined && since > until)
    throw new ApiProblem("bad-range", "since is later than until");
  if (min_score !== undefined && max_score !== undefined && min_score > max_score)
    throw new ApiProblem("bad-range", "min_score is greater than max_score");
  if (min_result !== undefined && max_result !== undefined && min_result > max_result)
    throw new ApiProblem("bad-range", "min_result is greater than max_result");
  // Unset filters are left out, so that equal filters give equal cursors.
  const ranges = { minScore: min_score, maxScore: max_score, minResult: min_result, maxResult: max_result };
  return omitUndefined({ ...workspace, ...others, ...ranges, runStatus: run_status });
}
