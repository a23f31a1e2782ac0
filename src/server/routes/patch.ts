/** The route for the agent's changes in its workspace, as a unified diff. */
import { createRoute } from "@hono/zod-openapi";
import { RunId } from "../../core/names/ids.ts";
import { RunParams } from "../answers/shared.ts";
import { listGuards, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { locateFiles, requireVisibleRun } from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";
import { bytesResponses, sendFile } from "./artifacts.ts";

const route = createRoute({
  method: "get",
  path: "/v1/runs/{id}/patch",
  summary: "Download the agent's changes in its workspace in the format of git apply; always as an attachment",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: bytesResponses,
});

export function addPatch(app: Api, deps: RouteDeps): void {
  app.openAPIRegistry.registerPath(route);
  app.on("get", ["/v1/runs/:id/patch"], ...listGuards(route, deps, "stream"), (c: ApiContext) => sendPatch(c, deps));
}

async function sendPatch(c: ApiContext, deps: RouteDeps): Promise<Response> {
  const id = RunId.safeParse(c.req.param("id"));
  if (!id.success) throw new ApiProblem("bad-id", "The run id is not valid");
  const { files, of } = locateFiles(deps, await requireVisibleRun(c, deps, id.data));
  const patch = await files.patch(of);
  if (patch === "gone") throw new ApiProblem("gone", "The diff has been deleted");
  if (patch === undefined) throw new ApiProblem("patch-not-found", "This run has no diff");
  return await sendFile(c, deps, { name: `${id.data}.patch`, content: patch.content() });
}
