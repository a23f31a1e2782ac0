/** The route that lists scenarios. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { CardTier } from "../../core/run/run-scorecard.ts";
import { listScenarios } from "../../store/sql/views/scenarios.ts";
import { answers, listOf, PageQuery } from "../answers/shared.ts";
import { guarded, needs } from "../guarded.ts";
import { pageByName } from "../page-by-name.ts";
import { workspaceFilter } from "../scope.ts";
import type { Api, World } from "../world.ts";

export const Scenario = z
  .strictObject({
    scenario: z.string(),
    runs: z.number().int(),
    completed: z.number().int(),
    mean_score: z.number().nullable(),
    tier: z.enum([...CardTier.options, "Unranked"]),
  })
  .openapi("Scenario");

const list = createRoute({
  method: "get",
  path: "/v1/scenarios",
  summary: "List all scenarios that were ever run, by key",
  ...needs("read"),
  request: { query: z.strictObject({ ...PageQuery, workspace: WorkspaceSlug.optional() }) },
  responses: answers(200, listOf(Scenario), "A page of scenarios"),
});

export function addScenarios(app: Api, world: World): void {
  app.openapi(guarded(list, world), async (c) => {
    const { workspace, ...page } = c.req.valid("query");
    const scope = await workspaceFilter(c, world, workspace);
    const scenarios = await listScenarios(world.database, scope.workspaceId);
    return c.json(
      pageByName(scenarios, { ...page, list: "scenarios", scope, nameOf: ({ scenario }) => scenario }),
      200,
    );
  });
}
