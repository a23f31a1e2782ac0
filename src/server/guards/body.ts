/** Reads and checks the JSON body of a write request before any handler sees it. */
import type { MiddlewareHandler } from "hono";
import { checkJson, readBoundedText, bodyTooLargeProblem } from "../json-body.ts";
import { ApiProblem } from "../problem.ts";
import type { AppEnv, RouteDeps } from "../route-deps.ts";

const jsonType = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/** Accepts only uncompressed JSON within the limits. */
export function readJsonBody({ limits }: RouteDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!jsonType.test(c.req.header("content-type") ?? "") || c.req.header("content-encoding") !== undefined)
      throw new ApiProblem("not-json", "The body must be uncompressed JSON", {
        hint: "Send Content-Type: application/json",
        headers: { Connection: "close" },
      });
    if (Number(c.req.header("content-length") ?? 0) > limits.bodyBytes) throw bodyTooLargeProblem(limits.bodyBytes);
    const text = await readBoundedText(c.req.raw.body, limits.bodyBytes);
    checkJson(text, limits);
    // Handlers get this text instead of reading the body again.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    await next();
  };
}
