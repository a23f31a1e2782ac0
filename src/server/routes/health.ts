/** Whether the server works, and its figures for Prometheus. */
import { createRoute, z } from "@hono/zod-openapi";
import { axisVersion } from "../../core/version.ts";
import { askStore } from "../../store/sql/figures.ts";
import { answers, Problem } from "../answers/shared.ts";
import { guarded, needs } from "../guarded.ts";
import { objectStates } from "../objects-watch.ts";
import { ApiProblem } from "../problem.ts";
import type { Api, World } from "../world.ts";

/** A store that needs longer is not healthy. */
const patienceMs = 1_000;

const Health = z.strictObject({
  status: z.literal("ok"),
  version: z.string(),
  objects: z.enum(objectStates).optional().openapi({
    description: "Whether the object store can be used, as of the last half minute; absent where none is configured",
  }),
});

const health = createRoute({
  method: "get",
  path: "/healthz",
  summary: "Whether the store answers",
  responses: answers(200, Health, "It does"),
});

const figures = createRoute({
  method: "get",
  path: "/metrics",
  summary: "Figures for Prometheus",
  ...needs("read"),
  responses: {
    200: { description: "Prometheus text", content: { "text/plain": { schema: z.string() } } },
    default: { description: "It could not be told", content: { "application/json": { schema: Problem } } },
  },
});

export function addHealth(app: Api, world: World): void {
  app.openapi(guarded(health, world), async (c) => {
    await withinPatience(askStore(world.database));
    // Large files wait for it and all else goes on, so it is told and the server is well.
    const objects = world.objects && { objects: world.objects.state() };
    return c.json({ status: "ok" as const, version: axisVersion, ...objects }, 200);
  });
  app.openapi(guarded(figures, world), async (c) => {
    const text = await world.meters.text();
    return c.text(text, 200, { "Content-Type": world.meters.contentType });
  });
}

async function withinPatience(asked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The store was too slow")), patienceMs);
  });
  try {
    await Promise.race([asked, late]);
  } catch (cause) {
    throw new ApiProblem("store-unavailable", "The store does not answer", { cause });
  } finally {
    clearTimeout(timer);
  }
}
