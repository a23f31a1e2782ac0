/** Live updates as server-sent events. */
import { createRoute, z } from "@hono/zod-openapi";
import { RunId, WorkspaceSlug } from "../../core/names/ids.ts";
import { ProblemAnswer } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { acquireStream } from "../live/stream.ts";
import { type EventFilter, type Reader, serveEvents } from "../live/event-stream.ts";
import { createOutlet } from "../live/outlet.ts";
import { toWorkspaceFilter } from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

/** Sends a comment this often, so that proxies do not end a quiet stream. */
const eventKeepAliveMs = 15_000;

const route = createRoute({
  method: "get",
  path: "/v1/events",
  summary: "Stream what happens to runs; resumes after Last-Event-ID",
  ...securityFor("read"),
  request: { query: z.strictObject({ workspace: WorkspaceSlug.optional(), run: RunId.optional() }) },
  responses: {
    200: { description: "Server-sent events", content: { "text/event-stream": { schema: z.string() } } },
    default: {
      description: "The stream could not be opened",
      content: { "application/json": { schema: ProblemAnswer } },
    },
  },
});

export function addEventRoutes(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps, "stream"), async (c) => {
    const { workspace, run } = c.req.valid("query");
    const scope = await toWorkspaceFilter(c, deps, workspace);
    const filter: EventFilter = { ...scope, ...(run === undefined ? {} : { runId: run }) };
    c.header("Content-Type", "text/event-stream; charset=utf-8");
    c.header("X-Accel-Buffering", "no");
    return (await respondWithEvents(c, deps, filter)) as never;
  });
}

/** A response that stays open until the reader leaves, falls too far behind, or the server shuts down. */
async function respondWithEvents(c: ApiContext, deps: RouteDeps, filter: EventFilter): Promise<Response> {
  const release = acquireStream(c, deps);
  const outlet = createOutlet(deps.limits.streamBacklogBytes, () => c.env?.incoming?.socket?.destroy?.());
  void outlet.ended.then(release);
  outlet.write(": open\n\n");
  const reader: Reader = { ...outlet, filter, lastEventId: c.req.header("last-event-id") };
  try {
    const serving = await serveEvents(deps.hub, deps.database, reader);
    const quiet = setInterval(() => outlet.write(": still here\n\n") || outlet.end(), eventKeepAliveMs);
    void outlet.ended.then(() => {
      clearInterval(quiet);
      serving[Symbol.dispose]();
    });
    serving.caughtUp.catch((error: unknown) => {
      deps.onDefect?.(error, c.get("requestId"));
      outlet.end();
    });
    return c.body(outlet.stream, 200);
  } catch (error) {
    outlet.end();
    throw error;
  }
}
