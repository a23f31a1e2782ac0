/** Routes for evaluations of datasets: the list, the index of one, and its items in blocks. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { EvaluationHead } from "../../core/report/evaluation-head.ts";
import { findDocument, listDocuments, type StoredDocument } from "../../store/sql/files/documents.ts";
import {
  defaultPageSize,
  DocumentId,
  formatMoment,
  jsonResponses,
  listSchema,
  Moment,
  PageQuery,
  ReportParams,
} from "../answers/shared.ts";
import { createBlockReader } from "../files/evaluation-blocks.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { findSlug, toWorkspaceFilter } from "../scope.ts";

export const EvaluationEntry = z
  .strictObject({
    id: z.string(),
    workspace: z.string(),
    name: z.string().openapi({ description: "Usually the path of the dataset" }),
    created_at: Moment,
    verdict: EvaluationHead.shape.verdict,
    reasons: z.array(z.string()),
    rows: z.number().int(),
    failing: z.number().int().openapi({ description: "Rows below their threshold, or that could not be measured" }),
    metrics: z.array(z.string()),
    cost_micros: z.number().int().nullable(),
  })
  .openapi("EvaluationEntry");

const list = createRoute({
  method: "get",
  path: "/v1/evaluations",
  summary: "List evaluations of datasets, newest first",
  ...securityFor("read"),
  request: { query: z.strictObject({ ...PageQuery, workspace: WorkspaceSlug.optional() }) },
  responses: jsonResponses(200, listSchema(EvaluationEntry), "A page of evaluations"),
});

const workspaceQuery = z.strictObject({ workspace: WorkspaceSlug.optional() });

const one = createRoute({
  method: "get",
  path: "/v1/evaluations/{id}",
  summary: "Read an evaluation without its items: verdict, metrics, slices, and the names of its blocks",
  ...securityFor("read"),
  request: { params: ReportParams, query: workspaceQuery },
  responses: jsonResponses(200, z.record(z.string(), z.unknown()), "The evaluation"),
});

const block = createRoute({
  method: "get",
  path: "/v1/evaluations/{id}/items/{block}",
  summary: "Read a block of items with their rows",
  ...securityFor("read"),
  request: {
    params: ReportParams.extend({ block: DocumentId }),
    query: workspaceQuery,
  },
  responses: jsonResponses(200, z.array(z.unknown()), "The items"),
});

export function addEvaluations(app: Api, deps: RouteDeps): void {
  const readBlock = createBlockReader(deps);
  app.openapi(guardRoute(list, deps), async (c) => {
    const { workspace, limit, cursor } = c.req.valid("query");
    const filter = { kind: "evaluation" as const, ...(await toWorkspaceFilter(c, deps, workspace)) };
    const request = { limit: limit ?? defaultPageSize, cursor: cursor ?? null };
    const page = await listDocuments(deps.database, filter, request);
    const data = [];
    for (const row of page.data) data.push(toEntry(row, await findSlug(deps, row.workspace_id)));
    return c.json({ data: data.filter((entry) => entry !== null), next_cursor: page.nextCursor }, 200);
  });
  app.openapi(guardRoute(one, deps), async (c) => {
    const found = await requireEvaluation(c, deps, { ...c.req.valid("param"), ...c.req.valid("query") });
    const index = await readBlock(found, "index");
    return c.json(index as Record<string, unknown>, 200);
  });
  app.openapi(guardRoute(block, deps), async (c) => {
    const { id, block: name } = c.req.valid("param");
    const found = await requireEvaluation(c, deps, { id, ...c.req.valid("query") });
    if (name === "index") throw new ApiProblem("not-found", "The evaluation has no such block");
    return c.json((await readBlock(found, name)) as unknown[], 200);
  });
}

function toEntry(
  { id, summary, created_at }: StoredDocument,
  workspace: string,
): z.infer<typeof EvaluationEntry> | null {
  const head = EvaluationHead.safeParse(summary["head"]).data;
  if (head === undefined) return null;
  const { name, verdict, reasons, rows, failing, metrics, costUsd } = head;
  return {
    id,
    workspace,
    name,
    verdict,
    reasons,
    rows,
    failing,
    metrics,
    created_at: formatMoment(created_at),
    cost_micros: costUsd === null ? null : Math.round(costUsd * 1_000_000),
  };
}

/** A document by its id; without a workspace, the newest one that the caller may see. */
interface NamedDocument {
  readonly id: string;
  readonly workspace?: string | undefined;
}

async function requireEvaluation(
  c: ApiContext,
  deps: RouteDeps,
  { id, workspace }: NamedDocument,
): Promise<StoredDocument> {
  const scope = await toWorkspaceFilter(c, deps, workspace);
  const found = await findDocument(deps.database, { kind: "evaluation", id, ...scope });
  if (found === undefined) throw new ApiProblem("evaluation-not-found", "Evaluation not found");
  return found;
}
