/** Routes for workspaces: the list, and one workspace with its usual time and weights. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { readBaseline } from "../../store/sql/runs/latency-baseline.ts";
import { listWorkspaces, type Workspace } from "../../store/sql/workspaces.ts";
import { answers, listOf, Moment, momentText, PageQuery } from "../answers/shared.ts";
import { guarded, needs } from "../guarded.ts";
import { pageByName } from "../page-by-name.ts";
import { seenWorkspace } from "../scope.ts";
import type { Api, World } from "../world.ts";

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
  ...needs("read"),
  request: { query: z.strictObject(PageQuery) },
  responses: answers(200, listOf(WorkspaceSummary), "A page of workspaces"),
});

const one = createRoute({
  method: "get",
  path: "/v1/workspaces/{slug}",
  summary: "Read a workspace with its usual time and weights",
  ...needs("read"),
  request: { params: z.object({ slug: WorkspaceSlug }) },
  responses: answers(200, WorkspaceDocument, "The workspace"),
});

export function addWorkspaces(app: Api, world: World): void {
  const { database } = world;
  app.openapi(guarded(list, world), async (c) => {
    const own = c.get("caller").workspaceId;
    const seen = (await listWorkspaces(database)).filter(({ id }) => own === null || own === id);
    const page = { ...c.req.valid("query"), list: "workspaces", scope: own };
    return c.json(pageByName(seen.map(summaryOf), { ...page, nameOf: ({ slug }) => slug }), 200);
  });
  app.openapi(guarded(one, world), async (c) => {
    const workspace = await seenWorkspace(c, world, c.req.valid("param").slug);
    const pace = { workspaceId: workspace.id, scope: "workspace", scenarioKey: "" } as const;
    const baseline = await readBaseline(database, pace);
    return c.json({ ...summaryOf(workspace), baseline, weights: weightsOf(workspace) }, 200);
  });
}

function summaryOf({ id, slug, name, created_at }: Workspace): z.infer<typeof WorkspaceSummary> {
  return { id, slug, name, created_at: momentText(created_at) };
}

const WithWeights = z.object({ scorecard: z.object({ weights: z.record(z.string(), z.unknown()) }) });

function weightsOf({ settings }: Workspace): Record<string, unknown> | null {
  return WithWeights.safeParse(settings).data?.scorecard.weights ?? null;
}
