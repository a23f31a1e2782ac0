/** Routes for artifacts: the list, and the bytes, which a browser may save but never run. */
import { createRoute, z } from "@hono/zod-openapi";
import { isValidFilePath } from "../../store/sql/files/run-files.ts";
import { RunId } from "../../core/names/ids.ts";
import { jsonResponses, listSchema, ProblemAnswer, RunParams } from "../answers/shared.ts";
import { guardRoute, listGuards, securityFor } from "../guard-route.ts";
import { acquireStream } from "../live/stream.ts";
import { ApiProblem } from "../problem.ts";
import { locateFiles, requireVisibleRun } from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

export const ArtifactAnswer = z.strictObject({ path: z.string(), bytes: z.number().int(), media_type: z.string() });

const list = createRoute({
  method: "get",
  path: "/v1/runs/{id}/artifacts",
  summary: "List the files the run left behind",
  ...securityFor("read"),
  request: { params: RunParams },
  responses: jsonResponses(200, listSchema(ArtifactAnswer), "All artifacts, by path"),
});

/** The responses of routes that send bytes. */
export const bytesResponses = {
  200: {
    description: "The bytes",
    content: { "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) } },
  },
  default: { description: "The bytes could not be sent", content: { "application/json": { schema: ProblemAnswer } } },
} as const;

const bytesRoute = createRoute({
  method: "get",
  path: "/v1/runs/{id}/artifacts/{path}",
  summary: "Download one file, always as an attachment; the path may contain slashes",
  ...securityFor("read"),
  request: { params: RunParams.extend({ path: z.string() }) },
  responses: bytesResponses,
});

export function addArtifacts(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(list, deps), async (c) => {
    const { files, of } = locateFiles(deps, await requireVisibleRun(c, deps, c.req.valid("param").id));
    const found = await files.artifacts(of);
    if (found === "gone") throw new ApiProblem("gone", "The artifacts have been deleted");
    const data = found.map(({ path, bytes, mediaType }) => ({ path, bytes, media_type: mediaType }));
    return c.json({ data, next_cursor: null }, 200);
  });
  // A path with slashes spans several segments, which the OpenAPI pattern cannot express.
  app.openAPIRegistry.registerPath(bytesRoute);
  const handlers = [...listGuards(bytesRoute, deps, "stream"), (c: ApiContext) => sendArtifact(c, deps)] as const;
  app.on("get", ["/v1/runs/:id/artifacts/*"], ...handlers);
}

async function sendArtifact(c: ApiContext, deps: RouteDeps): Promise<Response> {
  const id = RunId.safeParse(c.req.param("id"));
  if (!id.success) throw new ApiProblem("bad-id", "The run id is not valid");
  const path = readArtifactPath(c);
  const { files, of } = locateFiles(deps, await requireVisibleRun(c, deps, id.data));
  const artifact = await files.artifact(of, path);
  if (artifact === "gone") throw new ApiProblem("gone", "The artifacts have been deleted");
  if (artifact === undefined) throw new ApiProblem("artifact-not-found", "Artifact not found");
  return await sendFile(c, deps, { name: encodeFileName(path), content: artifact.content() });
}

/** Sends bytes that a browser may save but never run. `name` must be safe in a header. */
export async function sendFile(
  c: ApiContext,
  deps: RouteDeps,
  { name, content }: { readonly name: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<Response> {
  c.header("Content-Type", "application/octet-stream");
  c.header("Content-Security-Policy", "sandbox");
  c.header("Content-Disposition", `attachment; filename*=UTF-8''${name}`);
  const release = acquireStream(c, deps);
  return c.body(await toByteStream(content, release), 200);
}

function readArtifactPath(c: ApiContext): string {
  const [, raw = ""] = /^\/v1\/runs\/[^/]+\/artifacts\/(.*)$/s.exec(c.req.path) ?? [];
  let path = "";
  try {
    path = decodeURIComponent(raw);
  } catch (cause) {
    throw new ApiProblem("bad-request", "The path is not validly percent-encoded", { cause });
  }
  if (!isValidFilePath(path)) throw new ApiProblem("bad-request", "The artifact path is not valid");
  return path;
}

function encodeFileName(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

/** Waits for the first chunk, so that a file that cannot be read at all still gets an error response. */
async function toByteStream(
  content: AsyncIterable<Uint8Array>,
  release: () => void,
): Promise<ReadableStream<Uint8Array>> {
  const bytes = content[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await bytes.next().catch((error: unknown) => {
    release();
    throw error;
  });
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = first ?? (await bytes.next());
        first = undefined;
        if (done !== true) return controller.enqueue(new Uint8Array(value));
        release();
        controller.close();
      } catch (error) {
        release();
        controller.error(error);
      }
    },
    async cancel() {
      release();
      await bytes.return?.();
    },
  });
}
