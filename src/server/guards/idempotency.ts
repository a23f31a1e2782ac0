/** Runs a repeated request only once: its first response is stored under the key that the client chose. */
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { beginKeyedRequest, dropKeyedRequest, endKeyedRequest, type KeyedRequest } from "../../store/sql/access/idempotency.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext, AppEnv, RouteDeps } from "../route-deps.ts";

const keyPattern = /^[A-Za-z0-9_-]{1,128}$/;

interface StoredResponse {
  /** JSON text as it was sent: a JSON column would lose the order of keys. */
  readonly body: string;
  readonly location: string | null;
}

/** Answers a repeated request with the stored response. Only successes are stored, because other requests changed nothing. */
export function handleIdempotencyKey({ database }: RouteDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.req.header("idempotency-key");
    if (key === undefined) return await next();
    const request = await readKeyedRequest(c, key);
    const first = await beginKeyedRequest(database, request);
    if (first.state === "replay") return replay(c, first.status, first.response as StoredResponse);
    if (first.state !== "new") throw idempotencyProblem(first.state);
    await next();
    if (c.res.status >= 300) return await dropKeyedRequest(database, request);
    const body = JSON.stringify(removeTokenText(await c.res.clone().json()));
    const response: StoredResponse = { body, location: c.res.headers.get("location") };
    await endKeyedRequest(database, request, { status: c.res.status, response });
  };
}

async function readKeyedRequest(c: ApiContext, key: string): Promise<KeyedRequest> {
  if (!keyPattern.test(key))
    throw new ApiProblem("bad-request", "Idempotency-Key must be 1 to 128 characters from A-Z, a-z, 0-9, hyphen and underscore");
  const { tokenId } = c.get("caller");
  const body = await c.req.text();
  const requestHash = createHash("sha256")
    .update(JSON.stringify([c.req.method, c.req.path, body]))
    .digest();
  return { tokenId: tokenId ?? "", key, requestHash };
}

function replay(c: ApiContext, status: number, { body, location }: StoredResponse): Response {
  c.header("Idempotency-Replayed", "true");
  if (location !== null) c.header("Location", location);
  return c.body(body, status as 200 | 201 | 202, { "Content-Type": "application/json" });
}

function idempotencyProblem(state: "conflict" | "in-progress"): ApiProblem {
  if (state === "conflict")
    return new ApiProblem("idempotency-conflict", "This Idempotency-Key was already used for a different request");
  return new ApiProblem("idempotency-in-progress", "The first request with this Idempotency-Key is still running", {
    headers: { "Retry-After": "1" },
  });
}

/** Removes the text of a new token: it is shown once and never stored. */
function removeTokenText(body: unknown): unknown {
  return typeof body === "object" && body !== null && "token" in body ? { ...body, token: null } : body;
}
