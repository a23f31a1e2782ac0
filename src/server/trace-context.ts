/** The trace a request belongs to. */
import type { ApiContext } from "./world.ts";

/** For routes that need a token: only then is the caller's trace believed. */
export function traceOf(c: ApiContext): string | null {
  const traceContext = c.req.header("traceparent") ?? null;
  return traceContext !== null && /^[\da-f-]{55}$/.test(traceContext) ? traceContext : null;
}
