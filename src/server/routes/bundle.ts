/** The route to upload a project bundle: streamed, limited in size, and only for administrators. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { jsonResponses } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { bodyTooLargeProblem } from "../json-body.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

const route = createRoute({
  method: "put",
  path: "/v1/workspaces/{slug}/bundle",
  summary: "Upload the project of a workspace as a tar file; later runs use it",
  ...securityFor("admin"),
  request: {
    params: z.object({ slug: WorkspaceSlug }),
    query: z.strictObject({
      purpose: z
        .enum(["pushed", "run"])
        .default("pushed")
        .openapi({ description: "run: only for runs that name this bundle, as those of a batch do" }),
    }),
    body: {
      required: true,
      content: { "application/x-tar": { schema: z.string().openapi({ format: "binary" }) } },
    },
  },
  responses: jsonResponses(201, z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }), "The bundle is stored"),
});

export function addBundle(app: Api, deps: RouteDeps): void {
  const { receiveBundle } = deps;
  if (receiveBundle === undefined) return;
  app.openapi(guardRoute(route, deps, "stream"), async (c) => {
    const content = readBundleBytes(c, deps.limits.bundleBytes);
    const { purpose } = c.req.valid("query");
    const answer = await receiveBundle(requireUnboundToken(c, c.req.valid("param").slug), content, purpose);
    if (answer.status === "refused") throw new ApiProblem("bad-request", answer.why);
    return c.json({ sha256: answer.sha256 }, 201);
  });
}

/** The first bundle can create its workspace, so tokens that are bound to a workspace may not upload. */
function requireUnboundToken(c: ApiContext, slug: string): string {
  if (c.get("caller").workspaceId === null) return slug;
  throw new ApiProblem("scope-missing", "This token does not permit this request");
}

async function* readBundleBytes(c: ApiContext, mostBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(c.req.header("content-length") ?? 0) > mostBytes) throw bodyTooLargeProblem(mostBytes);
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw bodyTooLargeProblem(mostBytes);
    yield chunk;
  }
}
