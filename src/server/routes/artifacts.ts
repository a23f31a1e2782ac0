/** Artifacts: the list, and the bytes, which a browser may save but never run. */
import { createRoute, z } from "@hono/zod-openapi";
import { isFilePath } from "../../store/sql/files/run-files.ts";
import { RunId } from "../../core/names/ids.ts";
import { answers, listOf, Problem, RunParams } from "../answers/shared.ts";
import { guarded, guardsOf, needs } from "../guarded.ts";
import { openStream } from "../live/stream.ts";
import { ApiProblem } from "../problem.ts";
import { filesFor, seenRun } from "../scope.ts";
import type { Api, ApiContext, World } from "../world.ts";

export const Artifact = z.strictObject({ path: z.string(), bytes: z.number().int(), media_type: z.string() });

const list = createRoute({
  method: "get",
  path: "/v1/runs/{id}/artifacts",
  summary: "Files the run left behind",
  ...needs("read"),
  request: { params: RunParams },
  responses: answers(200, listOf(Artifact), "All of them, by path"),
});

/** As the description says of bytes. */
export const bytesAnswer = {
  200: {
    description: "The bytes",
    content: { "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) } },
  },
  default: { description: "No bytes", content: { "application/json": { schema: Problem } } },
} as const;

const bytesRoute = createRoute({
  method: "get",
  path: "/v1/runs/{id}/artifacts/{path}",
  summary: "The bytes of one file, always as an attachment; the path may hold slashes",
  ...needs("read"),
  request: { params: RunParams.extend({ path: z.string() }) },
  responses: bytesAnswer,
});

export function addArtifacts(app: Api, world: World): void {
  app.openapi(guarded(list, world), async (c) => {
    const { files, of } = filesFor(world, await seenRun(c, world, c.req.valid("param").id));
    const found = await files.artifacts(of);
    if (found === "gone") throw new ApiProblem("gone", "The artifacts are no longer there");
    const data = found.map(({ path, bytes, mediaType }) => ({ path, bytes, media_type: mediaType }));
    return c.json({ data, next_cursor: null }, 200);
  });
  // A path with slashes is more than one segment, which the description has no pattern for.
  app.openAPIRegistry.registerPath(bytesRoute);
  const handlers = [...guardsOf(bytesRoute, world, "stream"), (c: ApiContext) => sendArtifact(c, world)] as const;
  app.on("get", ["/v1/runs/:id/artifacts/*"], ...handlers);
}

async function sendArtifact(c: ApiContext, world: World): Promise<Response> {
  const id = RunId.safeParse(c.req.param("id"));
  if (!id.success) throw new ApiProblem("bad-id", "That is not the id of a run");
  const path = pathOf(c);
  const { files, of } = filesFor(world, await seenRun(c, world, id.data));
  const artifact = await files.artifact(of, path);
  if (artifact === "gone") throw new ApiProblem("gone", "The artifacts are no longer there");
  if (artifact === undefined) throw new ApiProblem("artifact-not-found", "There is no such artifact");
  return await sendFile(c, world, { name: fileName(path), content: artifact.content() });
}

/** Bytes that a browser may save but never run. The name is safe in a header. */
export async function sendFile(
  c: ApiContext,
  world: World,
  { name, content }: { readonly name: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<Response> {
  c.header("Content-Type", "application/octet-stream");
  c.header("Content-Security-Policy", "sandbox");
  c.header("Content-Disposition", `attachment; filename*=UTF-8''${name}`);
  const release = openStream(c, world);
  return c.body(await bytesOf(content, release), 200);
}

function pathOf(c: ApiContext): string {
  const [, raw = ""] = /^\/v1\/runs\/[^/]+\/artifacts\/(.*)$/s.exec(c.req.path) ?? [];
  let path = "";
  try {
    path = decodeURIComponent(raw);
  } catch (cause) {
    throw new ApiProblem("bad-request", "The path is not encoded as it should be", { cause });
  }
  if (!isFilePath(path)) throw new ApiProblem("bad-request", "That is not the path of an artifact");
  return path;
}

function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

/** The first part is waited for: what cannot be read at all gets an answer that says so. */
async function bytesOf(content: AsyncIterable<Uint8Array>, release: () => void): Promise<ReadableStream<Uint8Array>> {
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
