/** The route that compares two reports, or a report with a baseline. */
import { createRoute, z } from "@hono/zod-openapi";
import { AxisError } from "../../core/error.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import type { Report } from "../../core/report.ts";
import { axisVersion } from "../../core/version.ts";
import { baselineFrom } from "../../report/baseline.ts";
import { compareReports, requireCurrentFormula } from "../../report/compare.ts";
import { type PageIndex, type PageReport, viewChanges } from "../../report/html/page-index.ts";
import { DocumentId, jsonResponses, ReportParams } from "../answers/shared.ts";
import { readStoredReport } from "../files/report-document.ts";
import { toPageReport } from "../files/report-page.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { requireBaseline } from "./baselines.ts";
import { requireReport } from "./reports.ts";

const query = z
  .strictObject({
    workspace: WorkspaceSlug.optional(),
    report: DocumentId.optional(),
    baseline: DocumentId.optional(),
  })
  .refine(({ report, baseline }) => (report === undefined) !== (baseline === undefined), {
    message: "name either a report or a baseline to compare with",
  });

const route = createRoute({
  method: "get",
  path: "/v1/reports/{id}/comparison",
  summary: "Compare a report with an earlier report or with a baseline",
  ...securityFor("read"),
  request: { params: ReportParams, query },
  responses: jsonResponses(
    200,
    z.record(z.string(), z.unknown()),
    "The index of the page: both sides and the comparison",
  ),
});

export function addComparison(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps), async (c) => {
    const { workspace, report, baseline } = c.req.valid("query");
    const after = await requireStoredReport(c, deps, { id: c.req.valid("param").id, workspace });
    const before =
      report === undefined
        ? fromBaseline(await requireBaseline(c, deps, { name: baseline ?? "", workspace }))
        : fromReport(await requireStoredReport(c, deps, { id: report, workspace }));
    return c.json(compareSides(before, after) as unknown as Record<string, unknown>, 200);
  });
}

interface Before {
  readonly page: PageReport;
  readonly baseline: () => Baseline;
}

function fromBaseline(baseline: Baseline): Before {
  return { page: { name: baseline.name, report: null, verdict: null, runs: {} }, baseline: () => baseline };
}

function fromReport(report: Report): Before {
  const name = report.reportId;
  return {
    page: toPageReport(report),
    baseline: () => baselineFrom(report, { name, now: report.timestamp }).baseline,
  };
}

function compareSides(before: Before, after: Report): PageIndex {
  try {
    const baseline = before.baseline();
    requireCurrentFormula(baseline);
    const comparison = compareReports(baseline, after, { baselineName: before.page.name });
    const reports = [before.page, toPageReport(after)];
    return { axisVersion, reports, comparison, compared: viewChanges(reports, comparison) };
  } catch (error) {
    // A rehearsal measures nothing, and numbers of another formula cannot be compared.
    if (error instanceof AxisError) throw new ApiProblem("not-comparable", error.message);
    throw error;
  }
}

async function requireStoredReport(
  c: ApiContext,
  deps: RouteDeps,
  { id, workspace }: { readonly id: string; readonly workspace: string | undefined },
): Promise<Report> {
  const report = await readStoredReport(deps, await requireReport(c, deps, { id, workspace }));
  if (report === null) throw new ApiProblem("gone", "The report has been deleted");
  return report;
}
