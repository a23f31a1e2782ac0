/** Pages of other origins: none may read answers, but for those the operator has listed. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv, World } from "../world.ts";

/** Answers a listed page's question beforehand, and marks answers it may read. Never with credentials, never for all. */
export function allowListedOrigins({ deps }: World): MiddlewareHandler<AppEnv> {
  const listed = new Set(deps.access.corsOrigins ?? []);
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
