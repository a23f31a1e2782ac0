/** Reads the body of a request that changes something, before anybody looks into it. */
import type { MiddlewareHandler } from "hono";
import { checkJson, readBounded, tooLarge } from "../json-body.ts";
import { ApiProblem } from "../problem.ts";
import type { AppEnv, World } from "../world.ts";

const jsonType = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/** Only plain JSON within the limits passes. */
export function readJsonBody({ limits }: World): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!jsonType.test(c.req.header("content-type") ?? "") || c.req.header("content-encoding") !== undefined)
      throw new ApiProblem("not-json", "The body must be JSON, not compressed", {
        hint: "Send Content-Type: application/json",
        headers: { Connection: "close" },
      });
    if (Number(c.req.header("content-length") ?? 0) > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
    const text = await readBounded(c.req.raw.body, limits.bodyBytes);
    checkJson(text, limits);
    // Whoever reads the body from here on gets this text.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    await next();
  };
}
