/** Routes for reports: the list, each document as it was written, and what its page shows. */
import { createRoute, z } from "@hono/zod-openapi";
import { omitUndefined } from "../../core/json.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { axisVersion } from "../../core/version.ts";
import { findDocument, listDocuments, type StoredDocument } from "../../store/sql/files/documents.ts";
import { ReportEntry, toReportEntry } from "../answers/report.ts";
import {
  defaultPageSize,
  FilterText,
  jsonResponses,
  listSchema,
  MomentText,
  PageQuery,
  ReportParams,
} from "../answers/shared.ts";
import { readReportDocument, readStoredReport } from "../files/report-document.ts";
import { type PageIndex, type PageReport, viewChanges } from "../../report/html/page-index.ts";
import { toPageReport } from "../files/report-page.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { findSlug, toWorkspaceFilter } from "../scope.ts";

const list = createRoute({
  method: "get",
  path: "/v1/reports",
  summary: "List reports, newest first",
  ...securityFor("read"),
  request: {
    query: z.strictObject({
      ...PageQuery,
      workspace: WorkspaceSlug.optional(),
      verdict: z.enum(["PASS", "FAIL", "INCOMPLETE", "MEASURED", "running"]).optional(),
      agent: FilterText.optional(),
      since: MomentText.optional(),
      until: MomentText.optional(),
    }),
  },
  responses: jsonResponses(200, listSchema(ReportEntry), "A page of reports"),
});

const one = createRoute({
  method: "get",
  path: "/v1/reports/{id}",
  summary: "Read a report as it was written; axis schema report describes it",
  ...securityFor("read"),
  request: {
    params: ReportParams,
    query: z.strictObject({ workspace: WorkspaceSlug.optional() }),
  },
  responses: jsonResponses(200, z.record(z.string(), z.unknown()), "The report"),
});

const pageRoute = createRoute({
  method: "get",
  path: "/v1/reports/{id}/page",
  summary: "Read a report as its page shows it: without audits, with its verdict and, while it runs, its progress",
  ...securityFor("read"),
  request: {
    params: ReportParams,
    query: z.strictObject({ workspace: WorkspaceSlug.optional() }),
  },
  responses: jsonResponses(200, z.record(z.string(), z.unknown()), "The index of the page"),
});

export function addReports(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, limit, cursor, ...wanted } = c.req.valid("query");
    const filter = {
      kind: "report" as const,
      ...omitUndefined(wanted),
      ...(await toWorkspaceFilter(c, deps, workspace)),
    };
    const request = { limit: limit ?? defaultPageSize, cursor: cursor ?? null };
    const page = await listDocuments(deps.database, filter, request);
    const data = [];
    for (const row of page.data) data.push(toReportEntry(row, await findSlug(deps, row.workspace_id)));
    return c.json({ data, next_cursor: page.nextCursor }, 200);
  });
  app.openapi(guardRoute(one, deps), async (c) =>
    c.json(
      await readReportDocument(
        deps,
        await requireReport(c, deps, { ...c.req.valid("param"), ...c.req.valid("query") }),
      ),
      200,
    ),
  );
  app.openapi(guardRoute(pageRoute, deps), async (c) => {
    const found = await requireReport(c, deps, { ...c.req.valid("param"), ...c.req.valid("query") });
    const local = found.blob_sha256 === null ? await deps.localReportPage?.(found.id) : undefined;
    const report = local === undefined ? await readStoredReport(deps, found) : null;
    const index = local ?? (report && toPageIndex(toPageReport(report)));
    if (index === null) throw new ApiProblem("gone", "The report has been deleted");
    return c.json(index as unknown as Record<string, unknown>, 200);
  });
}

/** Throws if it does not exist, or the caller may not see it. */
export async function requireReport(
  c: ApiContext,
  deps: RouteDeps,
  { id, workspace }: { readonly id: string; readonly workspace?: string | undefined },
): Promise<StoredDocument> {
  const scope = await toWorkspaceFilter(c, deps, workspace);
  const found = await findDocument(deps.database, { kind: "report", id, ...scope });
  if (found === undefined) throw new ApiProblem("report-not-found", "Report not found");
  return found;
}

function toPageIndex(page: PageReport): PageIndex {
  return { axisVersion, reports: [page], comparison: null, compared: viewChanges([page], null) };
}
