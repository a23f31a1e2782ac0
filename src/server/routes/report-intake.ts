/** The route that receives the report of runs that were queued here, with its competition. Only for administrators. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { DocumentId, jsonResponses } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, RouteDeps } from "../route-deps.ts";
import { requireVisibleWorkspace } from "../scope.ts";

const route = createRoute({
  method: "put",
  path: "/v1/workspaces/{slug}/reports/{id}",
  summary: "Send the report of runs that were queued here, with its competition; it replaces an earlier one",
  ...securityFor("admin"),
  request: {
    params: z.object({ slug: WorkspaceSlug, id: DocumentId }),
    body: { required: true, content: { "application/json": { schema: z.record(z.string(), z.unknown()) } } },
  },
  responses: jsonResponses(
    201,
    z.strictObject({
      missing: z.number().int().openapi({ description: "Runs of the report that were not queued here" }),
    }),
    "The report is stored",
  ),
});

export function addReportIntake(app: Api, deps: RouteDeps): void {
  const { receiveReport } = deps;
  if (receiveReport === undefined) return;
  app.openapi(guardRoute(route, deps, "report"), async (c) => {
    const { slug, id } = c.req.valid("param");
    const workspace = await requireVisibleWorkspace(c, deps, slug);
    const answer = await receiveReport(workspace.id, { id, text: await c.req.text() });
    if (answer.status === "refused") throw new ApiProblem("bad-request", answer.why);
    return c.json({ missing: answer.missing }, 201);
  });
}
