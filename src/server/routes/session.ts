/** The route that says what the caller may do here, so that a page offers only that. */
import { createRoute, z } from "@hono/zod-openapi";
import { hasScope, TokenScope } from "../../core/http/api-token.ts";
import { jsonResponses } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { findSlug } from "../scope.ts";
import type { Api, RouteDeps } from "../route-deps.ts";

export const SessionAnswer = z
  .strictObject({
    scopes: z.array(z.enum(TokenScope.options)).openapi({ description: "What the caller may do" }),
    workspace: z.string().nullable().openapi({ description: "The only workspace of the caller; null for all" }),
    takes_runs: z.boolean().openapi({
      description: "Whether runs can be queued here by name; false for a server started with --slots 0",
    }),
    takes_competitions: z.boolean().openapi({ description: "Whether competitions can be started here" }),
  })
  .openapi("Session");

const route = createRoute({
  method: "get",
  path: "/v1/session",
  summary: "Read what the caller may do",
  ...securityFor("read"),
  responses: jsonResponses(200, SessionAnswer, "The scopes of the caller"),
});

export function addSession(app: Api, deps: RouteDeps): void {
  app.openapi(guardRoute(route, deps), async (c) => {
    const { scopes, workspaceId } = c.get("caller");
    const granted = TokenScope.options.filter((scope) => hasScope(scopes, scope));
    const workspace = workspaceId === null ? null : await findSlug(deps, workspaceId);
    const takes = { takes_runs: deps.submit !== undefined, takes_competitions: deps.submitContest !== undefined };
    return c.json({ scopes: granted, workspace, ...takes }, 200);
  });
}
