/** Handles every request, whatever its route: assigns an id, sets the headers, checks the host name. */
import type { MiddlewareHandler } from "hono";
import { newId } from "../../store/sql/ids.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext, AppEnv, RouteDeps } from "../route-deps.ts";
import { hasOneHost, hasAllowedHost } from "./address.ts";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** On every response, also on those to requests that never reach a route. */
export const securityHeaders = [
  ["Content-Security-Policy", contentPolicy],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cache-Control", "no-store"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
] as const;

/** Assigns the request id, and reports the request to the access log and the metrics. */
export function observe(deps: RouteDeps): MiddlewareHandler<AppEnv> {
  const { onAccess, meters } = deps;
  return async (c, next) => {
    const startedMs = performance.now();
    const requestId = newId("req", deps.now());
    c.set("requestId", requestId);
    c.set("route", "none");
    c.header("X-Request-Id", requestId);
    for (const [name, value] of securityHeaders) c.header(name, value);
    await next();
    const durationMs = performance.now() - startedMs;
    const route = c.get("route");
    const { method } = c.req;
    const { status } = c.res;
    meters.countRequest({ route, method, status }, durationMs);
    const tokenId = (c.get("caller") as { tokenId: string | null } | undefined)?.tokenId ?? null;
    onAccess?.({ requestId, method, route, status, durationMs, tokenId });
  };
}

/** Rejects requests for other hosts, and addresses that are too long to be valid. */
export function admit({ access, limits }: RouteDeps): MiddlewareHandler<AppEnv> {
  const hosts = access.hosts ?? [];
  return async (c, next) => {
    if (!hasOneHost(c)) throw new ApiProblem("bad-request", "A request needs exactly one Host header");
    if (!hasAllowedHost(c, hosts))
      throw new ApiProblem("wrong-host", "This server does not accept that host name", {
        hint: "Add the name to settings.server.hosts to allow it",
      });
    if (c.req.url.length > limits.addressBytes) throw addressTooLongProblem(c, limits.addressBytes);
    await next();
  };
}

function addressTooLongProblem(c: ApiContext, most: number): ApiProblem {
  if (/^\/v1\/runs\/[^/]{31}/.test(c.req.path)) return new ApiProblem("bad-id", "The run id is not valid");
  return new ApiProblem("bad-request", `The address is longer than ${most} bytes`);
}
