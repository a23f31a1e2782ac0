/** A route with everything that stands before its handler, taken from its own description. */
import type { RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { TokenScope } from "../core/http/api-token.ts";
import { requireScope } from "./guards/access.ts";
import { readJsonBody } from "./guards/body.ts";
import { idempotent } from "./guards/idempotency.ts";
import { ApiProblem } from "./problem.ts";
import type { AppEnv, World } from "./world.ts";

/** For the description of a route: who may call it. */
export function needs(scope: TokenScope): { security: Record<string, string[]>[] } {
  return { security: [{ bearer: [scope] }] };
}

/** How long an answer may take. */
type Pace = "quick" | "stream";

/** The route and its guards. */
export function guarded<R extends RouteConfig>(
  route: R,
  world: World,
  pace: Pace = "quick",
): R & { middleware: MiddlewareHandler<AppEnv>[] } {
  return { ...route, middleware: guardsOf(route, world, pace) };
}

/** The same, for routes that are not registered through their description. */
export function guardsOf(route: RouteConfig, world: World, pace: Pace = "quick"): MiddlewareHandler<AppEnv>[] {
  const scope = TokenScope.optional().parse(route.security?.[0]?.["bearer"]?.[0]);
  const hasJson = route.request?.body?.content?.["application/json"] !== undefined;
  return [
    named(route.path),
    ...(pace === "quick" ? [within(world.limits.requestMs)] : []),
    ...(scope === undefined ? [] : [requireScope(world, scope)]),
    ...(hasJson ? [readJsonBody(world)] : []),
    ...(route.method === "post" ? [idempotent(world)] : []),
  ];
}

/** Log and meters know a request by its pattern. */
function named(pattern: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("route", pattern);
    await next();
  };
}

/** A database that does not answer must not keep callers waiting for ever. */
function within(mostMs: number): MiddlewareHandler<AppEnv> {
  return async (_, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((__, reject) => {
      const problem = new ApiProblem("store-unavailable", "That took too long");
      timer = setTimeout(() => reject(problem), mostMs);
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
