/** Routes for the page of a run: its head first, its long lists in parts, so that no reader waits for a whole transcript. */
import { createRoute, z } from "@hono/zod-openapi";
import type { RunBlock } from "../../report/html/page-index.ts";
import { jsonResponses, RunParams } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { locateFiles, requireVisibleRow, requireVisibleRun } from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

const List = z.strictObject({ length: z.number().int().nonnegative(), blocks: z.array(z.string()).readonly() });

const RunPage = z
  .strictObject({
    detail: z.record(z.string(), z.unknown()).openapi({ description: "The detail, with its long lists left empty" }),
    lists: z.strictObject({ entries: List, interactions: List, environment: List, service: List, agent: List }),
    artifacts: z.record(z.string(), z.string()),
    patch: z.string().optional().openapi({ description: "Set if the run has a diff, at /v1/runs/{id}/patch" }),
    scoring: z.record(z.string(), z.unknown()).optional().openapi({ description: "How signals were weighted" }),
  })
  .openapi("RunPage");

const page = createRoute({
  method: "get",
  path: "/v1/runs/{id}/page",
  summary: "Read the detail of a run without its long lists, and the names of the parts of those lists",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: jsonResponses(
    200,
    RunPage,
    "The head of the run; 404 while nothing is recorded, 410 after its files were deleted",
  ),
});

const part = createRoute({
  method: "get",
  path: "/v1/runs/{id}/page/{block}",
  summary: "Read the rows of one part of a long list",
  ...securityFor("read"),
  request: { params: RunParams.extend({ block: z.string().max(100) }) },
  responses: jsonResponses(200, z.array(z.unknown()), "The rows, in order"),
});

export function addPage(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(page, deps), async (c) => {
    const run = await requireVisibleRun(c, deps, c.req.valid("param").id);
    const { files, of } = locateFiles(deps, run);
    const found = await files.page(of);
    if (found === undefined) throw await missingPageProblem(c, deps, run.id);
    return c.json(toPageBody(found), 200);
  });
  app.openapi(guardRoute(part, deps), async (c) => {
    const { id, block } = c.req.valid("param");
    const run = await requireVisibleRun(c, deps, id);
    const { files, of } = locateFiles(deps, run);
    const rows = await files.pagePart(of, block);
    if (rows === "gone") throw filesDeletedProblem();
    if (rows === undefined)
      throw (await files.page(of)) === undefined ? await missingPageProblem(c, deps, id) : missingPartProblem();
    return c.json([...rows], 200);
  });
}

function toPageBody(found: RunBlock | "gone"): z.infer<typeof RunPage> {
  if (found === "gone") throw filesDeletedProblem();
  const { detail, scoring, ...rest } = found;
  return { detail: { ...detail }, ...rest, ...(scoring && { scoring: { ...scoring } }) };
}

/** A run with a result had a detail; if the detail is missing, its files were deleted. */
async function missingPageProblem(c: ApiContext, deps: RouteDeps, id: string): Promise<ApiProblem> {
  const { status, result_doc: result } = await requireVisibleRow(c, deps, id);
  const hadDetail = status === "finished" && typeof result === "object" && result !== null && "runId" in result;
  return hadDetail ? filesDeletedProblem() : new ApiProblem("page-not-found", "Nothing is recorded for this run");
}

function filesDeletedProblem(): ApiProblem {
  return new ApiProblem("gone", "The files of this run have been deleted");
}

function missingPartProblem(): ApiProblem {
  return new ApiProblem("page-not-found", "The run has no such part");
}
