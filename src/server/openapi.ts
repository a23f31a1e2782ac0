/** The OpenAPI description, generated from the schemas that validate requests and shape responses. */
import { axisVersion } from "../core/version.ts";
import type { Api } from "./route-deps.ts";

/** OpenAPI 3.1 for every registered route. */
export function openApiDocument(app: Api) {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "Create a token with: axis token create. Scopes: read; write (includes read); admin (includes write).",
  });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "AXIS",
      version: axisVersion,
      description: "Agent runs, their scores and scorecards, and live updates.",
      license: { name: "MIT" },
    },
  });
}
