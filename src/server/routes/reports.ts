/** Routes for reports: the list, and each document as it was written. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import { findDocument, listDocuments, type StoredDocument } from "../../store/sql/files/documents.ts";
import { jsonResponses, listSchema, Moment, formatMoment, PageQuery, defaultPageSize } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { findSlug, toWorkspaceFilter } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

export const ReportEntry = z
  .strictObject({
    id: z.string(),
    workspace: z.string(),
    title: z.string().nullable(),
    summary: z.record(z.string(), z.unknown()),
    created_at: Moment,
  })
  .openapi("ReportEntry");

const list = createRoute({
  method: "get",
  path: "/v1/reports",
  summary: "List reports, newest first",
  ...securityFor("read"),
  request: { query: z.strictObject({ ...PageQuery, workspace: WorkspaceSlug.optional() }) },
  responses: jsonResponses(200, listSchema(ReportEntry), "A page of reports"),
});

const one = createRoute({
  method: "get",
  path: "/v1/reports/{id}",
  summary: "Read a report as it was written; axis schema report describes it",
  ...securityFor("read"),
  request: {
    params: z.object({ id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, "expected a report id") }),
    query: z.strictObject({ workspace: WorkspaceSlug.optional() }),
  },
  responses: jsonResponses(200, z.record(z.string(), z.unknown()), "The report"),
});

export function addReports(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, limit, cursor } = c.req.valid("query");
    const filter = { kind: "report" as const, ...(await toWorkspaceFilter(c, deps, workspace)) };
    const request = { limit: limit ?? defaultPageSize, cursor: cursor ?? null };
    const page = await listDocuments(deps.database, filter, request);
    const data = [];
    for (const row of page.data) data.push(toReportEntry(row, await findSlug(deps, row.workspace_id)));
    return c.json({ data, next_cursor: page.nextCursor }, 200);
  });
  app.openapi(guardRoute(one, deps), async (c) => {
    const { id } = c.req.valid("param");
    const scope = await toWorkspaceFilter(c, deps, c.req.valid("query").workspace);
    const found = await findDocument(deps.database, { kind: "report", id, ...scope });
    if (found === undefined) throw new ApiProblem("report-not-found", "Report not found");
    return c.json(await readReportDocument(deps, found), 200);
  });
}

function toReportEntry(
  { id, title, summary, created_at }: StoredDocument,
  workspace: string,
): z.infer<typeof ReportEntry> {
  return { id, workspace, title, summary, created_at: formatMoment(created_at) };
}

/** A shared store has the document's bytes; the document of a local run stays in the project. */
async function readReportDocument(
  { store, localReport }: RouteDeps,
  found: StoredDocument,
): Promise<Record<string, unknown>> {
  const document =
    found.blob_sha256 === null
      ? await localReport?.(found.id)
      : (JSON.parse((await readBytes(store, found.blob_sha256)).toString("utf8")) as Record<string, unknown>);
  if (document === undefined) throw new ApiProblem("gone", "The report has been deleted");
  return document;
}
