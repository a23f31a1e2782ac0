/** Checks every request to the view and sets the headers of every response. */
import type { MiddlewareHandler } from "hono";
import { AxisError } from "../../core/error.ts";
import { hasOneHost, hasAllowedHost } from "../guards/address.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext, AppEnv } from "../route-deps.ts";

const headers = [
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cache-Control", "no-store"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
] as const;

/** The only address that may be written to. Its route has guards of its own, and does not exist with --read-only. */
const writablePath = "/labels";

/** Allows only reads, but for labels, and only for host names of this machine: a foreign page may point its own name here. */
export const viewGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  for (const [name, value] of headers) c.header(name, value);
  if (!hasOneHost(c)) return refuse(c, 400, "A request needs exactly one Host header");
  if (!hasAllowedHost(c, [])) return refuse(c, 421, "This server does not accept that host name");
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead && !(c.req.method === "POST" && c.req.path === writablePath)) {
    c.header("Allow", "GET, HEAD");
    return refuse(c, 405, "This server is read-only, except for labels");
  }
  await next();
};

/** Codes from other rooms that mean a wrong address: respond with 404. */
const notFoundCodes = new Set(["name-invalid", "path-outside", "report-missing"]);

export function respondToError(error: unknown, c: ApiContext, onDefect: (error: unknown) => void): Response {
  if (error instanceof AxisError && notFoundCodes.has(error.code)) return respondNotFound(c);
  if (error instanceof ApiProblem) return refuse(c, error.status, error.message);
  // Readers own the report's files, so they see what is wrong with them.
  if (error instanceof AxisError) return refuse(c, 500, error.message);
  onDefect(error);
  return refuse(c, 500, "Internal server error");
}

export function respondNotFound(c: ApiContext): Response {
  return refuse(c, 404, "There is nothing at this address");
}

function refuse(c: ApiContext, status: 405 | ApiProblem["status"], message: string): Response {
  return c.json({ error: { message } }, status);
}
