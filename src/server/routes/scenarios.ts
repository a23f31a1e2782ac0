/** The route that lists scenarios. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { CardTier } from "../../core/run/run-scorecard.ts";
import { listScenarios } from "../../store/sql/views/scenarios.ts";
import { jsonResponses, listSchema, PageQuery } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { pageByName } from "../page-by-name.ts";
import { toWorkspaceFilter } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

export const ScenarioAnswer = z
  .strictObject({
    scenario: z.string(),
    runs: z.number().int(),
    completed: z.number().int(),
    passed: z.number().int().openapi({ description: "Runs with the status passed" }),
    failed: z.number().int().openapi({ description: "Runs with the status failed" }),
    mean_score: z.number().nullable().openapi({ description: "The mean scorecard" }),
    tier: z.enum([...CardTier.options, "Unranked"]),
  })
  .openapi("Scenario");

const list = createRoute({
  method: "get",
  path: "/v1/scenarios",
  summary: "List all scenarios that were ever run, by key",
  ...securityFor("read"),
  request: { query: z.strictObject({ ...PageQuery, workspace: WorkspaceSlug.optional() }) },
  responses: jsonResponses(200, listSchema(ScenarioAnswer), "A page of scenarios"),
});

export function addScenarios(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, ...page } = c.req.valid("query");
    const scope = await toWorkspaceFilter(c, deps, workspace);
    const scenarios = await listScenarios(deps.database, scope.workspaceId);
    return c.json(
      pageByName(scenarios, { ...page, list: "scenarios", scope, nameOf: ({ scenario }) => scenario }),
      200,
    );
  });
}
