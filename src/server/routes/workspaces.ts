/** Routes for workspaces: the list, and one workspace with its usual time and weights. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { readLatencyBaseline } from "../../store/sql/runs/latency-baseline.ts";
import { listWorkspaces, type WorkspaceRow } from "../../store/sql/workspaces.ts";
import { jsonResponses, listSchema, Moment, formatMoment, PageQuery } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { pageByName } from "../page-by-name.ts";
import { requireVisibleWorkspace } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

const summary = { id: z.string(), slug: z.string(), name: z.string(), created_at: Moment };

export const WorkspaceSummary = z.strictObject(summary).openapi("WorkspaceSummary");

export const WorkspaceDocument = z
  .strictObject({
    ...summary,
    baseline: z.strictObject({
      p50_ms: z.number().nullable(),
      samples: z.number().nullable(),
      scope: z.enum(["workspace", "scenario"]),
      frozen: z.boolean(),
      run_ids: z.array(z.string()),
    }),
    weights: z
      .record(z.string(), z.unknown())
      .nullable()
      .openapi({ description: "settings.scorecard.weights of the project; null means the default" }),
  })
  .openapi("Workspace");

const list = createRoute({
  method: "get",
  path: "/v1/workspaces",
  summary: "List workspaces by slug",
  ...securityFor("read"),
  request: { query: z.strictObject(PageQuery) },
  responses: jsonResponses(200, listSchema(WorkspaceSummary), "A page of workspaces"),
});

const one = createRoute({
  method: "get",
  path: "/v1/workspaces/{slug}",
  summary: "Read a workspace with its usual time and weights",
  ...securityFor("read"),
  request: { params: z.object({ slug: WorkspaceSlug }) },
  responses: jsonResponses(200, WorkspaceDocument, "The workspace"),
});

export function addWorkspaces(app: Api, deps: RouteDeps): void {
  const { database } = deps;
  app.openapi(guardRoute(list, deps), async (c) => {
    const own = c.get("caller").workspaceId;
    const seen = (await listWorkspaces(database)).filter(({ id }) => own === null || own === id);
    const page = { ...c.req.valid("query"), list: "workspaces", scope: own };
    return c.json(pageByName(seen.map(toWorkspaceSummary), { ...page, nameOf: ({ slug }) => slug }), 200);
  });
  app.openapi(guardRoute(one, deps), async (c) => {
    const workspace = await requireVisibleWorkspace(c, deps, c.req.valid("param").slug);
    const baselineKey = { workspaceId: workspace.id, scope: "workspace", scenarioKey: "" } as const;
    const baseline = await readLatencyBaseline(database, baselineKey);
    return c.json({ ...toWorkspaceSummary(workspace), baseline, weights: readWeights(workspace) }, 200);
  });
}

function toWorkspaceSummary({ id, slug, name, created_at }: WorkspaceRow): z.infer<typeof WorkspaceSummary> {
  return { id, slug, name, created_at: formatMoment(created_at) };
}

const WithWeights = z.object({ scorecard: z.object({ weights: z.record(z.string(), z.unknown()) }) });

function readWeights({ settings }: WorkspaceRow): Record<string, unknown> | null {
  return WithWeights.safeParse(settings).data?.scorecard.weights ?? null;
}
