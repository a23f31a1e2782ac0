/** The route for a run's record without its transcript, for clients that write a report from it. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createRoute, z } from "@hono/zod-openapi";
import { jsonResponses, RunParams } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { locateFiles, requireVisibleRun } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

const unzip = promisify(gunzip);

const route = createRoute({
  method: "get",
  path: "/v1/runs/{id}/detail",
  summary:
    "Read the record of a run as reports store it, without its transcript; compressed if the client accepts gzip",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: jsonResponses(200, z.record(z.string(), z.unknown()).openapi("RunDetail"), "The record"),
});

export function addDetail(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps), async (c) => {
    const { files, of } = locateFiles(deps, await requireVisibleRun(c, deps, c.req.valid("param").id));
    const detail = await files.detail(of);
    if (detail === "gone") throw new ApiProblem("gone", "The record has been deleted");
    if (detail === undefined)
      throw new ApiProblem("detail-not-found", "The run has no record: it is not finished, or never got far enough");
    c.header("Content-Type", "application/json");
    c.header("Vary", "Accept-Encoding");
    const isAllowed = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
    if (isAllowed) c.header("Content-Encoding", "gzip");
    return c.body(new Uint8Array(isAllowed ? detail : await unzip(detail)), 200) as never;
  });
}
