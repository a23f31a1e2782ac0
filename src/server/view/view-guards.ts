/** What every request to the view has to pass, and every answer carries. */
import type { MiddlewareHandler } from "hono";
import { AxisError } from "../../core/error.ts";
import { hasOneHost, isAddressedToUs } from "../guards/address.ts";
import type { ApiContext, AppEnv } from "../world.ts";

const headers = [
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cache-Control", "no-store"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
] as const;

/** Reading only, and only for whoever called us by a name of this machine: a foreign page may point its own name here. */
export const guard: MiddlewareHandler<AppEnv> = async (c, next) => {
  for (const [name, value] of headers) c.header(name, value);
  if (!hasOneHost(c)) return refuse(c, 400, "A request needs exactly one Host header");
  if (!isAddressedToUs(c, [])) return refuse(c, 421, "This server is not called by that name");
  if (c.req.method !== "GET" && c.req.method !== "HEAD") {
    c.header("Allow", "GET, HEAD");
    return refuse(c, 405, "There is nothing to write here");
  }
  await next();
};

/** Mistakes in an address that other rooms know by a code of their own: nothing is there. */
const absent = new Set(["name-invalid", "path-outside", "report-missing"]);

export function answerError(error: unknown, c: ApiContext, onDefect: (error: unknown) => void): Response {
  if (error instanceof AxisError && absent.has(error.code)) return nothingHere(c);
  // What is wrong with a report's files is news for its reader, who owns them.
  if (error instanceof AxisError) return refuse(c, 500, error.message);
  onDefect(error);
  return refuse(c, 500, "Something went wrong here");
}

export function nothingHere(c: ApiContext): Response {
  return refuse(c, 404, "There is nothing at this address");
}

function refuse(c: ApiContext, status: 400 | 404 | 405 | 421 | 500, message: string): Response {
  return c.json({ error: { message } }, status);
}
