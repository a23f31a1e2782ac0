/** Live updates as server-sent events. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId, WorkspaceSlug } from "../../core/names/ids.ts";
import { Problem } from "../answers/shared.ts";
import { guarded, needs } from "../guarded.ts";
import { openStream } from "../live/stream.ts";
import { type EventFilter, type Reader, serveEvents } from "../live/event-stream.ts";
import { createOutlet } from "../live/outlet.ts";
import { workspaceFilter } from "../scope.ts";
import type { Api, ApiContext, World } from "../world.ts";

/** Sends a comment this often, so that proxies do not end a quiet stream. */
const quietMs = 15_000;

const route = createRoute({
  method: "get",
  path: "/v1/events",
  summary: "Stream what happens to runs; resumes after Last-Event-ID",
  ...needs("read"),
  request: { query: z.strictObject({ workspace: WorkspaceSlug.optional(), run: RunId.optional() }) },
  responses: {
    200: { description: "Server-sent events", content: { "text/event-stream": { schema: z.string() } } },
    default: { description: "The stream could not be opened", content: { "application/json": { schema: Problem } } },
  },
});

export function addEvents(app: Api, world: World): void {
  app.openapi(guarded(route, world, "stream"), async (c) => {
    const { workspace, run } = c.req.valid("query");
    const scope = await workspaceFilter(c, world, workspace);
    const filter: EventFilter = { ...scope, ...(run === undefined ? {} : { runId: run }) };
    c.header("Content-Type", "text/event-stream; charset=utf-8");
    c.header("X-Accel-Buffering", "no");
    return (await eventResponse(c, world, filter)) as never;
  });
}

/** A response that stays open until the reader leaves, falls too far behind, or the server shuts down. */
async function eventResponse(c: ApiContext, world: World, filter: EventFilter): Promise<Response> {
  const release = openStream(c, world);
  const outlet = createOutlet(world.limits.streamBacklogBytes, () => c.env?.incoming?.socket?.destroy?.());
  void outlet.ended.then(release);
  outlet.write(": open\n\n");
  const reader: Reader = { ...outlet, filter, lastEventId: c.req.header("last-event-id") };
  try {
    const serving = await serveEvents(world.hub, world.database, reader);
    const quiet = setInterval(() => outlet.write(": still here\n\n") || outlet.end(), quietMs);
    void outlet.ended.then(() => {
      clearInterval(quiet);
      serving[Symbol.dispose]();
    });
    serving.caughtUp.catch((error: unknown) => {
      world.deps.onDefect?.(error, c.get("requestId"));
      outlet.end();
    });
    return c.body(outlet.stream, 200);
  } catch (error) {
    outlet.end();
    throw error;
  }
}
