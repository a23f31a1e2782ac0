/** The same request sent twice is carried out once: its first answer is kept under the key the client chose. */
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { beginKeyed, dropKeyed, endKeyed, type KeyedRequest } from "../../store/sql/access/idempotency.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext, AppEnv, World } from "../world.ts";

const keyForm = /^[A-Za-z0-9_-]{1,128}$/;

interface KeptAnswer {
  /** JSON as it was sent: in a column of JSON keys lose their order. */
  readonly body: string;
  readonly location: string | null;
}

/** Answers a repeated request from what was kept. Only what succeeded is kept: the rest changed nothing. */
export function idempotent({ database }: World): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.req.header("idempotency-key");
    if (key === undefined) return await next();
    const request = await keyedRequest(c, key);
    const first = await beginKeyed(database, request);
    if (first.state === "replay") return replay(c, first.status, first.response as KeptAnswer);
    if (first.state !== "new") throw inTheWay(first.state);
    await next();
    if (c.res.status >= 300) return await dropKeyed(database, request);
    const body = JSON.stringify(withoutSecret(await c.res.clone().json()));
    const response: KeptAnswer = { body, location: c.res.headers.get("location") };
    await endKeyed(database, request, { status: c.res.status, response });
  };
}

async function keyedRequest(c: ApiContext, key: string): Promise<KeyedRequest> {
  if (!keyForm.test(key))
    throw new ApiProblem("bad-request", "Idempotency-Key takes 1 to 128 of A-Z, a-z, 0-9, hyphen, underscore");
  const { tokenId } = c.get("caller");
  const body = await c.req.text();
  const requestHash = createHash("sha256")
    .update(JSON.stringify([c.req.method, c.req.path, body]))
    .digest();
  return { tokenId: tokenId ?? "", key, requestHash };
}

function replay(c: ApiContext, status: number, { body, location }: KeptAnswer): Response {
  c.header("Idempotency-Replayed", "true");
  if (location !== null) c.header("Location", location);
  return c.body(body, status as 200 | 201 | 202, { "Content-Type": "application/json" });
}

function inTheWay(state: "conflict" | "in-progress"): ApiProblem {
  if (state === "conflict")
    return new ApiProblem("idempotency-conflict", "That Idempotency-Key was used for another request");
  return new ApiProblem("idempotency-in-progress", "The first request with that Idempotency-Key is still under way", {
    headers: { "Retry-After": "1" },
  });
}

/** The text of a new token is shown once and never kept. */
function withoutSecret(body: unknown): unknown {
  return typeof body === "object" && body !== null && "token" in body ? { ...body, token: null } : body;
}
