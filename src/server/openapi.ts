/** The description of the API, made from the schemas that parse requests and shape answers. */
import { axisVersion } from "../core/version.ts";
import type { Api } from "./world.ts";

/** OpenAPI 3.1 of every route that was added. */
export function openApiDocument(app: Api) {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "axis token create makes one. Scopes: read; write (also read); admin (also write).",
  });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "AXIS",
      version: axisVersion,
      description: "Runs of agents, their scores and scorecards, live updates.",
      license: { name: "MIT" },
    },
  });
}
