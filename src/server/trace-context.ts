/** The trace a request belongs to. */
import { readTraceparent, traceparentOf } from "../core/http/trace-context.ts";
import type { ApiContext } from "./world.ts";

/** For routes that need a token: only then is the caller's trace believed. */
export function traceOf(c: ApiContext): string | null {
  const trace = readTraceparent(c.req.header("traceparent"));
  return trace === null ? null : traceparentOf(trace);
}
