/** Access control: tokens, scopes, origins and rate limits. */
import type { MiddlewareHandler } from "hono";
import { hasScope, type TokenScope } from "../../core/http/api-token.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext, AppEnv, Caller, RouteDeps } from "../route-deps.ts";
import { clientAddress, isLocalRequest, isOwnOrigin } from "./address.ts";
import { lookUpToken } from "./token-lookup.ts";

/** Lets callers with the scope through. The response never says what is wrong with a token. */
export function requireScope(world: RouteDeps, scope: TokenScope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (scope !== "read") requireAllowedOrigin(c, world);
    const caller = await identify(c, world, scope);
    c.set("caller", caller);
    if (!hasScope(caller.scopes, scope)) throw new ApiProblem("scope-missing", "This token does not permit this request");
    const wait = world.buckets[scope === "read" ? "read" : "write"].take(caller.key);
    if (wait > 0) throw rateLimitedProblem(wait);
    await next();
  };
}

async function identify(c: ApiContext, world: RouteDeps, scope: TokenScope): Promise<Caller> {
  const { access } = world.deps;
  const address = clientAddress(c, access.trustProxy === true);
  const header = c.req.header("authorization");
  if (header === undefined) {
    if (scope === "read" && access.openReads && isLocalRequest(c))
      return { tokenId: null, scopes: ["read"], workspaceId: null, key: `address ${address}` };
    throw unauthorizedProblem("token-missing", "This request requires a token");
  }
  const wait = world.buckets.failedTokens.wait(address);
  if (wait > 0) throw rateLimitedProblem(wait);
  const caller = await findCaller(header, world);
  if (caller !== null) return caller;
  world.buckets.failedTokens.take(address);
  throw unauthorizedProblem("token-invalid", "The token is not valid");
}

async function findCaller(header: string, { deps, database }: RouteDeps): Promise<Caller | null> {
  const [, text] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (text === undefined) return null;
  const session = deps.access.sessionToken;
  if (session?.matches(text) === true)
    return { tokenId: session.id, scopes: session.scopes, workspaceId: null, key: `token ${session.id}` };
  const token = await lookUpToken(database, text);
  if (token === null) return null;
  return { tokenId: token.id, scopes: token.scopes, workspaceId: token.workspaceId, key: `token ${token.id}` };
}

function requireAllowedOrigin(c: ApiContext, { deps }: RouteDeps): void {
  const origin = c.req.header("origin");
  if (origin === undefined || isOwnOrigin(origin, deps.access.hosts ?? [])) return;
  if (deps.access.corsOrigins?.includes(origin) === true) return;
  throw new ApiProblem("wrong-origin", "Pages of this origin may not send this request");
}

function unauthorizedProblem(code: "token-missing" | "token-invalid", message: string): ApiProblem {
  return new ApiProblem(code, message, { headers: { "WWW-Authenticate": "Bearer" } });
}

function rateLimitedProblem(seconds: number): ApiProblem {
  return new ApiProblem("rate-limited", "Too many requests", { headers: { "Retry-After": String(seconds) } });
}
