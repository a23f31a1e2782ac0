/** Adds guards in front of a route's handler, derived from the route's own description. */
import { createHash } from "node:crypto";
import type { RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { type ApiToken, hasScope, TokenScope } from "../core/http/api-token.ts";
import {
  beginKeyedRequest,
  dropKeyedRequest,
  endKeyedRequest,
  type KeyedRequest,
} from "../store/sql/access/idempotency.ts";
import { verifyToken } from "../store/sql/access/tokens.ts";
import type { Database } from "../store/sql/schema/database.ts";
import { clientAddress, isLocalRequest, isOwnOrigin } from "./guards/address.ts";
import { bodyTooLargeProblem, checkJson, readBoundedText } from "./json-body.ts";
import { ApiProblem } from "./problem.ts";
import type { ApiContext, AppEnv, Caller, RouteDeps } from "./route-deps.ts";

/** Looks up tokens. Concurrent requests with the same token share one lookup. */
interface TokenLookup {
  /** The running lookup. Later callers must not use its result: the token may have been revoked since it started. */
  readonly running: Promise<ApiToken | null>;
  /** Starts when the running lookup ends, and serves everyone who came in the meantime. */
  next?: Promise<ApiToken | null>;
}

const openLookups = new WeakMap<Database, Map<string, TokenLookup>>();

/** Finds the token for a text, in its state at or after the time of this call. */
function lookUpToken(database: Database, text: string): Promise<ApiToken | null> {
  const open = openLookups.get(database) ?? new Map<string, TokenLookup>();
  openLookups.set(database, open);
  const found = open.get(text);
  if (found === undefined) return startLookup(open, { database, text });
  found.next ??= found.running.then(
    () => startLookup(open, { database, text }),
    () => startLookup(open, { database, text }),
  );
  return found.next;
}

function startLookup(open: Map<string, TokenLookup>, { database, text }: { database: Database; text: string }) {
  const running = verifyToken(database, text);
  const looking: TokenLookup = { running };
  open.set(text, looking);
  const forget = () => {
    if (open.get(text) === looking && looking.next === undefined) open.delete(text);
  };
  running.then(forget, forget);
  return running;
}

/** Lets callers with the scope through. The response never says what is wrong with a token. */
function requireScope(deps: RouteDeps, scope: TokenScope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (scope !== "read") requireAllowedOrigin(c, deps);
    const caller = await identify(c, deps, scope);
    c.set("caller", caller);
    if (!hasScope(caller.scopes, scope))
      throw new ApiProblem("scope-missing", "This token does not permit this request");
    const wait = deps.buckets[scope === "read" ? "read" : "write"].take(caller.key);
    if (wait > 0) throw rateLimitedProblem(wait);
    await next();
  };
}

async function identify(c: ApiContext, deps: RouteDeps, scope: TokenScope): Promise<Caller> {
  const { access } = deps;
  const address = clientAddress(c, access.trustProxy === true);
  const header = c.req.header("authorization");
  if (header === undefined) {
    if (scope === "read" && access.openReads && isLocalRequest(c))
      return { tokenId: null, scopes: ["read"], workspaceId: null, key: `address ${address}` };
    throw unauthorizedProblem("token-missing", "This request requires a token");
  }
  const wait = deps.buckets.failedTokens.wait(address);
  if (wait > 0) throw rateLimitedProblem(wait);
  const caller = await findCaller(header, deps);
  if (caller !== null) return caller;
  deps.buckets.failedTokens.take(address);
  throw unauthorizedProblem("token-invalid", "The token is not valid");
}

async function findCaller(header: string, { access, database }: RouteDeps): Promise<Caller | null> {
  const [, text] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (text === undefined) return null;
  const session = access.sessionToken;
  if (session?.matches(text) === true)
    return { tokenId: session.id, scopes: session.scopes, workspaceId: null, key: `token ${session.id}` };
  const token = await lookUpToken(database, text);
  if (token === null) return null;
  return { tokenId: token.id, scopes: token.scopes, workspaceId: token.workspaceId, key: `token ${token.id}` };
}

function requireAllowedOrigin(c: ApiContext, { access }: RouteDeps): void {
  const origin = c.req.header("origin");
  if (origin === undefined || isOwnOrigin(c, origin, access.hosts ?? [])) return;
  if (access.corsOrigins?.includes(origin) === true) return;
  throw new ApiProblem("wrong-origin", "Pages of this origin may not send this request");
}

function unauthorizedProblem(code: "token-missing" | "token-invalid", message: string): ApiProblem {
  return new ApiProblem(code, message, { headers: { "WWW-Authenticate": "Bearer" } });
}

function rateLimitedProblem(seconds: number): ApiProblem {
  return new ApiProblem("rate-limited", "Too many requests", { headers: { "Retry-After": String(seconds) } });
}

/** Runs a repeated request only once: its first response is stored under the key that the client chose. */
const keyPattern = /^[A-Za-z0-9_-]{1,128}$/;

interface StoredResponse {
  /** JSON text as it was sent: a JSON column would lose the order of keys. */
  readonly body: string;
  readonly location: string | null;
}

/** Answers a repeated request with the stored response. Only successes are stored, because other requests changed nothing. */
function handleIdempotencyKey({ database }: RouteDeps): MiddlewareHandler<AppEnv> {
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
    throw new ApiProblem(
      "bad-request",
      "Idempotency-Key must be 1 to 128 characters from A-Z, a-z, 0-9, hyphen and underscore",
    );
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

/** Reads and checks the JSON body of a write request before any handler sees it. */
const jsonType = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/** Accepts only uncompressed JSON within the limits. */
function readJsonBody({ limits }: RouteDeps, mode: ResponseMode): MiddlewareHandler<AppEnv> {
  const mostBytes = mode === "report" ? limits.reportBytes : limits.bodyBytes;
  return async (c, next) => {
    if (!jsonType.test(c.req.header("content-type") ?? "") || c.req.header("content-encoding") !== undefined)
      throw new ApiProblem("not-json", "The body must be uncompressed JSON", {
        hint: "Send Content-Type: application/json",
        headers: { Connection: "close" },
      });
    if (Number(c.req.header("content-length") ?? 0) > mostBytes) throw bodyTooLargeProblem(mostBytes);
    const text = await readBoundedText(c.req.raw.body, mostBytes);
    checkJson(text, limits);
    // Handlers get this text instead of reading the body again.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    await next();
  };
}

/** The part of a route's description that says which scope a caller needs. */
export function securityFor(scope: TokenScope): { security: Record<string, string[]>[] } {
  return { security: [{ bearer: [scope] }] };
}

/** Whether the response must finish within the time limit, may stream, or follows a large body, which takes its time to arrive. */
type ResponseMode = "quick" | "stream" | "report";

/** The route with its guards as middleware. */
export function guardRoute<R extends RouteConfig>(
  route: R,
  deps: RouteDeps,
  mode: ResponseMode = "quick",
): R & { middleware: MiddlewareHandler<AppEnv>[] } {
  return { ...route, middleware: listGuards(route, deps, mode) };
}

/** The guards alone, for routes that are not registered through their description. */
export function listGuards(
  route: RouteConfig,
  deps: RouteDeps,
  mode: ResponseMode = "quick",
): MiddlewareHandler<AppEnv>[] {
  const scope = TokenScope.optional().parse(route.security?.[0]?.["bearer"]?.[0]);
  const hasJson = route.request?.body?.content?.["application/json"] !== undefined;
  return [
    setRoutePattern(route.path),
    ...(mode === "quick" ? [limitDuration(deps.limits.requestMs)] : []),
    ...(scope === undefined ? [] : [requireScope(deps, scope)]),
    ...(hasJson ? [readJsonBody(deps, mode)] : []),
    ...(route.method === "post" ? [handleIdempotencyKey(deps)] : []),
  ];
}

/** Sets the pattern under which the access log and the metrics record the request. */
function setRoutePattern(pattern: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("route", pattern);
    await next();
  };
}

/** Limits the response time: a database that hangs must not keep clients waiting forever. */
function limitDuration(mostMs: number): MiddlewareHandler<AppEnv> {
  return async (_, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((__, reject) => {
      const problem = new ApiProblem("store-unavailable", "The request took too long");
      timer = setTimeout(() => reject(problem), mostMs);
    });
    try {
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
