/** The route that says what to fix, and in how many runs of each report it was met. */
import { createRoute, z } from "@hono/zod-openapi";
import { FixKind, FixPoints } from "../../core/report/fix.ts";
import { HeadFix } from "../../core/report/report-head.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { listDocuments } from "../../store/sql/files/documents.ts";
import { readHead } from "../answers/report.ts";
import { formatMoment, jsonResponses, listSchema, Moment, MomentText } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import type { Api, RouteDeps } from "../route-deps.ts";
import { requireVisibleWorkspace } from "../scope.ts";

const FixAnswer = z
  .strictObject({
    id: z.string().openapi({ description: "The same in every report" }),
    kind: FixKind,
    area: HeadFix.shape.area,
    target: z.string(),
    target_type: HeadFix.shape.targetType,
    symptom: z.string(),
    title: z.string(),
    points: z.strictObject(FixPoints.shape).openapi({
      description: "The rise of the newest report's AXIS Result, at least and at most",
    }),
    runs: z.number().int(),
    failed: z.number().int(),
    scenarios: z.number().int(),
    agents: z.array(z.string()),
    worked_later: z.number().int(),
    history: z.array(z.number().int()).openapi({
      description: "How many runs met it, by report, in the order of `reports`; 0 where the report does not list it",
    }),
  })
  .openapi("FixOverTime");

export const FixesAnswer = listSchema(FixAnswer).extend({
  reports: z
    .array(z.strictObject({ id: z.string(), at: Moment, runs: z.number().int() }))
    .openapi({ description: "The reports with a list of what to fix, oldest first, and how many runs each had" }),
  count: z.number().int().nullable().openapi({
    description: "How many causes the newest report has, also those that are left out here; null without a report",
  }),
});

const route = createRoute({
  method: "get",
  path: "/v1/fixes",
  summary: "Read what to fix: the causes of lost points in the newest report, and how often earlier reports met them",
  ...securityFor("read"),
  request: { query: z.strictObject({ workspace: WorkspaceSlug, since: MomentText.optional() }) },
  responses: jsonResponses(200, FixesAnswer, "The causes of the newest report, the most expensive first"),
});

/** How many of the newest reports are searched. */
const maxReports = 60;

export function addFixes(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps), async (c) => {
    const { workspace, since } = c.req.valid("query");
    const { id: workspaceId } = await requireVisibleWorkspace(c, deps, workspace);
    const filter = { kind: "report" as const, workspaceId, ...(since !== undefined && { since }) };
    const { data: rows } = await listDocuments(deps.database, filter, { limit: maxReports });
    const searched = rows
      .map(({ id, created_at, ...row }) => ({ id, at: formatMoment(created_at), head: readHead(row) }))
      .flatMap(({ head, ...row }) =>
        head === null || head.state === "running" || head.fixCount === null || head.isScripted
          ? []
          : [{ ...row, head }],
      )
      .toReversed();
    const newest = searched.at(-1)?.head;
    const data = (newest?.fixes ?? []).map(({ targetType, workedLater, ...fix }) => ({
      ...fix,
      target_type: targetType,
      worked_later: workedLater,
      history: searched.map(({ head }) => head.fixes.find(({ id }) => id === fix.id)?.runs ?? 0),
    }));
    const reports = searched.map(({ id, at, head }) => ({ id, at, runs: countAll(head.statuses.runs) }));
    return c.json({ data, next_cursor: null, reports, count: newest?.fixCount ?? null }, 200);
  });
}

function countAll(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
