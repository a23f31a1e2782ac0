/** Access control: tokens, scopes, origins and rate limits. */
import type { MiddlewareHandler } from "hono";
import { allows, type TokenScope } from "../../core/http/api-token.ts";
import { ApiProblem } from "../problem.ts";
import type { ApiContext, AppEnv, Caller, World } from "../world.ts";
import { addressOf, isLocal, isOurOrigin } from "./address.ts";
import { knownToken } from "./known-token.ts";

/** Lets callers with the scope through. The response never says what is wrong with a token. */
export function requireScope(world: World, scope: TokenScope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (scope !== "read") requireOurOrigin(c, world);
    const caller = await identify(c, world, scope);
    c.set("caller", caller);
    if (!allows(caller.scopes, scope)) throw new ApiProblem("scope-missing", "This token does not permit this request");
    const wait = world.buckets[scope === "read" ? "read" : "write"].take(caller.key);
    if (wait > 0) throw rateLimited(wait);
    await next();
  };
}

async function identify(c: ApiContext, world: World, scope: TokenScope): Promise<Caller> {
  const { access } = world.deps;
  const address = addressOf(c, access.trustProxy === true);
  const header = c.req.header("authorization");
  if (header === undefined) {
    if (scope === "read" && access.openReads && isLocal(c))
      return { tokenId: null, scopes: ["read"], workspaceId: null, key: `address ${address}` };
    throw unauthorized("token-missing", "This request requires a token");
  }
  const wait = world.buckets.failedTokens.wait(address);
  if (wait > 0) throw rateLimited(wait);
  const caller = await callerOf(header, world);
  if (caller !== null) return caller;
  world.buckets.failedTokens.take(address);
  throw unauthorized("token-invalid", "The token is not valid");
}

async function callerOf(header: string, { deps, database }: World): Promise<Caller | null> {
  const [, text] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (text === undefined) return null;
  const session = deps.access.sessionToken;
  if (session?.matches(text) === true)
    return { tokenId: session.id, scopes: session.scopes, workspaceId: null, key: `token ${session.id}` };
  const token = await knownToken(database, text);
  if (token === null) return null;
  return { tokenId: token.id, scopes: token.scopes, workspaceId: token.workspaceId, key: `token ${token.id}` };
}

function requireOurOrigin(c: ApiContext, { deps }: World): void {
  const origin = c.req.header("origin");
  if (origin === undefined || isOurOrigin(origin, deps.access.hosts ?? [])) return;
  if (deps.access.corsOrigins?.includes(origin) === true) return;
  throw new ApiProblem("wrong-origin", "Pages of this origin may not send this request");
}

function unauthorized(code: "token-missing" | "token-invalid", message: string): ApiProblem {
  return new ApiProblem(code, message, { headers: { "WWW-Authenticate": "Bearer" } });
}

function rateLimited(seconds: number): ApiProblem {
  return new ApiProblem("rate-limited", "Too many requests", { headers: { "Retry-After": String(seconds) } });
}
