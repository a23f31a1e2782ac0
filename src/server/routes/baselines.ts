/** Routes for baselines: the list, and each as it was saved. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { Baseline } from "../../core/report/baseline.ts";
import type { StoredDocument } from "../../store/sql/files/documents.ts";
import { findDocument, listDocuments } from "../../store/sql/files/documents.ts";
import { parseBaseline } from "../../store/documents/read-document.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import {
  defaultPageSize,
  DocumentId,
  formatMoment,
  jsonResponses,
  listSchema,
  Moment,
  PageQuery,
} from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { findSlug, toWorkspaceFilter } from "../scope.ts";

/** What the index stores of a baseline. */
const StoredSummary = z.object({
  reportId: z.string(),
  updatedAt: z.string(),
  scenarios: z.number().int(),
  agents: z.array(z.string()),
  results: z.number().int(),
  axisResult: z.number().nullable(),
});

export const BaselineEntry = z
  .strictObject({
    name: z.string(),
    workspace: z.string(),
    report_id: z.string().openapi({ description: "The report it was saved from last" }),
    created_at: Moment,
    updated_at: z.string(),
    scenarios: z.number().int(),
    agents: z.array(z.string()),
    results: z.number().int(),
    axis_result: z.number().nullable().openapi({ description: "The mean of its results" }),
  })
  .openapi("BaselineEntry");

const list = createRoute({
  method: "get",
  path: "/v1/baselines",
  summary: "List baselines, newest first",
  ...securityFor("read"),
  request: { query: z.strictObject({ ...PageQuery, workspace: WorkspaceSlug.optional() }) },
  responses: jsonResponses(200, listSchema(BaselineEntry), "A page of baselines"),
});

const one = createRoute({
  method: "get",
  path: "/v1/baselines/{name}",
  summary: "Read a baseline as it was saved",
  ...securityFor("read"),
  request: {
    params: z.object({ name: DocumentId }),
    query: z.strictObject({ workspace: WorkspaceSlug.optional() }),
  },
  responses: jsonResponses(200, z.record(z.string(), z.unknown()), "The baseline"),
});

export function addBaselines(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, limit, cursor } = c.req.valid("query");
    const filter = { kind: "baseline" as const, ...(await toWorkspaceFilter(c, deps, workspace)) };
    const request = { limit: limit ?? defaultPageSize, cursor: cursor ?? null };
    const page = await listDocuments(deps.database, filter, request);
    const data = [];
    for (const row of page.data) data.push(toEntry(row, await findSlug(deps, row.workspace_id)));
    return c.json({ data: data.filter((entry) => entry !== null), next_cursor: page.nextCursor }, 200);
  });
  app.openapi(guardRoute(one, deps), async (c) => {
    const { name } = c.req.valid("param");
    return c.json({ ...(await requireBaseline(c, deps, { name, ...c.req.valid("query") })) }, 200);
  });
}

function toEntry({ id, summary, created_at }: StoredDocument, workspace: string): z.infer<typeof BaselineEntry> | null {
  const stored = StoredSummary.safeParse(summary).data;
  if (stored === undefined) return null;
  const { reportId, updatedAt, scenarios, agents, results, axisResult } = stored;
  return {
    name: id,
    workspace,
    scenarios,
    agents,
    results,
    report_id: reportId,
    created_at: formatMoment(created_at),
    updated_at: updatedAt,
    axis_result: axisResult,
  };
}

/** Throws if it does not exist, or the caller may not see it. */
export async function requireBaseline(
  c: ApiContext,
  deps: RouteDeps,
  { name, workspace }: { readonly name: string; readonly workspace?: string | undefined },
): Promise<Baseline> {
  const scope = await toWorkspaceFilter(c, deps, workspace);
  const found = await findDocument(deps.database, { kind: "baseline", id: name, ...scope });
  if (found === undefined) throw new ApiProblem("baseline-not-found", "Baseline not found");
  const baseline =
    found.blob_sha256 === null
      ? await deps.localBaseline?.(name)
      : parseBaseline((await readBytes(deps.store, found.blob_sha256)).toString("utf8"), name);
  if (baseline === undefined) throw new ApiProblem("gone", "The baseline has been deleted");
  return baseline;
}
