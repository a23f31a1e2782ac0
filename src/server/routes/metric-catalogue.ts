/** The route for the catalogue of metrics that can measure datasets and runs. */
import { createRoute, z } from "@hono/zod-openapi";
import { jsonResponses, listSchema } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

const Metric = z
  .strictObject({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    required_fields: z.array(z.string()),
    threshold: z.number().nullable(),
  })
  .openapi("Metric");

const route = createRoute({
  method: "get",
  path: "/v1/metrics",
  summary: "List the metric catalogue",
  ...securityFor("read"),
  responses: jsonResponses(200, listSchema(Metric), "All metrics"),
});

export function addMetricCatalogue(app: Api, deps: RouteDeps): void {
  const { metricCatalogue } = deps;
  if (metricCatalogue === undefined) return;
  app.openapi(guardRoute(route, deps), async (c) => {
    const entries = await metricCatalogue();
    const data = entries.map((entry) => ({
      ...entry,
      tags: [...entry.tags],
      required_fields: [...entry.required_fields],
    }));
    return c.json({ data, next_cursor: null }, 200);
  });
}
