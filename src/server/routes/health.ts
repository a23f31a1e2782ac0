/** Routes for the server's health and its Prometheus metrics. */
import { createRoute, z } from "@hono/zod-openapi";
import { axisVersion } from "../../core/version.ts";
import { pingStore } from "../../store/sql/figures.ts";
import { jsonResponses, ProblemAnswer } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { objectStates } from "../object-store-monitor.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

/** A store that takes longer is not healthy. */
const healthTimeoutMs = 1_000;

const Health = z.strictObject({
  status: z.literal("ok"),
  version: z.string(),
  objects: z.enum(objectStates).optional().openapi({
    description: "Whether the object store is usable, as of the last 30 seconds; absent if none is configured",
  }),
});

const health = createRoute({
  method: "get",
  path: "/healthz",
  summary: "Check whether the store responds",
  responses: jsonResponses(200, Health, "The store responds"),
});

const figures = createRoute({
  method: "get",
  path: "/metrics",
  summary: "Read metrics for Prometheus",
  ...securityFor("read"),
  responses: {
    200: { description: "Prometheus text", content: { "text/plain": { schema: z.string() } } },
    default: {
      description: "The metrics could not be read",
      content: { "application/json": { schema: ProblemAnswer } },
    },
  },
});

export function addHealth(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(health, deps), async (c) => {
    await limitHealthCheck(pingStore(deps.database));
    // Without the object store only large files wait, so its state is reported and the server still counts as healthy.
    const objects = deps.objects && { objects: deps.objects.state() };
    return c.json({ status: "ok" as const, version: axisVersion, ...objects }, 200);
  });
  app.openapi(guardRoute(figures, deps), async (c) => {
    const text = await deps.meters.text();
    return c.text(text, 200, { "Content-Type": deps.meters.contentType });
  });
}

async function limitHealthCheck(asked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The store was too slow")), healthTimeoutMs);
  });
  try {
    await Promise.race([asked, late]);
  } catch (cause) {
    throw new ApiProblem("store-unavailable", "The store is not responding", { cause });
  } finally {
    clearTimeout(timer);
  }
}
