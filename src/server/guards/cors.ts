/** CORS: pages of other origins may read responses only if the operator has listed them. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv, RouteDeps } from "../route-deps.ts";

/** Answers preflight requests of listed origins and marks responses they may read. Never with credentials or a wildcard. */
export function allowListedOrigins({ access }: RouteDeps): MiddlewareHandler<AppEnv> {
  const listed = new Set(access.corsOrigins ?? []);
  return async (c, next) => {
    const origin = c.req.header("origin");
    if (origin === undefined || !listed.has(origin)) return await next();
    c.header("Access-Control-Allow-Origin", origin);
    c.header("Vary", "Origin");
    if (c.req.method !== "OPTIONS") return await next();
    c.header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
    c.header("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, Last-Event-ID");
    return c.body(null, 204);
  };
}
