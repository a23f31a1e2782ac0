/** Adds guards in front of a route's handler, derived from the route's own description. */
import type { RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { TokenScope } from "../core/http/api-token.ts";
import { requireScope } from "./guards/access.ts";
import { readJsonBody } from "./guards/body.ts";
import { handleIdempotencyKey } from "./guards/idempotency.ts";
import { ApiProblem } from "./problem.ts";
import type { AppEnv, RouteDeps } from "./route-deps.ts";

/** The part of a route's description that says which scope a caller needs. */
export function securityFor(scope: TokenScope): { security: Record<string, string[]>[] } {
  return { security: [{ bearer: [scope] }] };
}

/** Whether the response must finish within the time limit or may stream. */
type ResponseMode = "quick" | "stream";

/** The route with its guards as middleware. */
export function guardRoute<R extends RouteConfig>(
  route: R,
  world: RouteDeps,
  pace: ResponseMode = "quick",
): R & { middleware: MiddlewareHandler<AppEnv>[] } {
  return { ...route, middleware: listGuards(route, world, pace) };
}

/** The guards alone, for routes that are not registered through their description. */
export function listGuards(route: RouteConfig, world: RouteDeps, pace: ResponseMode = "quick"): MiddlewareHandler<AppEnv>[] {
  const scope = TokenScope.optional().parse(route.security?.[0]?.["bearer"]?.[0]);
  const hasJson = route.request?.body?.content?.["application/json"] !== undefined;
  return [
    setRoutePattern(route.path),
    ...(pace === "quick" ? [limitDuration(world.limits.requestMs)] : []),
    ...(scope === undefined ? [] : [requireScope(world, scope)]),
    ...(hasJson ? [readJsonBody(world)] : []),
    ...(route.method === "post" ? [handleIdempotencyKey(world)] : []),
  ];
}

/** Sets the pattern under which the access log and the metrics record the request. */
function setRoutePattern(pattern: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("route", pattern);
    await next();
  };
}

/** Limits the response time: a database that hangs must not keep clients waiting forever. */
function limitDuration(mostMs: number): MiddlewareHandler<AppEnv> {
  return async (_, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((__, reject) => {
      const problem = new ApiProblem("store-unavailable", "The request took too long");
      timer = setTimeout(() => reject(problem), mostMs);
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
