/** Reads the trace that a request belongs to. */
import { readTraceparent, formatTraceparent } from "../core/http/trace-context.ts";
import type { ApiContext } from "./route-deps.ts";

/** Only for routes that require a token: other callers' traces are not trusted. */
export function readTraceContext(c: ApiContext): string | null {
  const trace = readTraceparent(c.req.header("traceparent"));
  return trace === null ? null : formatTraceparent(trace);
}
