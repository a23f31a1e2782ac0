/** Routes for administrators to create, list and revoke tokens. Secrets are never returned, because they are not stored. */
import { createRoute, z } from "@hono/zod-openapi";
import { type ApiToken, TokenScope } from "../../core/http/api-token.ts";
import { WorkspaceSlug } from "../../core/names/ids.ts";
import { createToken, listTokens, revokeToken } from "../../store/sql/access/tokens.ts";
import { jsonResponses, listSchema, Moment, formatMoment, formatOptionalMoment } from "../answers/shared.ts";
import { guardRoute, securityFor } from "../guard-route.ts";
import { ApiProblem } from "../problem.ts";
import { requireVisibleWorkspace, findSlug } from "../scope.ts";
import type { Api, ApiContext, RouteDeps } from "../route-deps.ts";

const fields = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  workspace: z.string().nullable(),
  created_at: Moment,
  expires_at: Moment.nullable(),
  last_used_at: Moment.nullable(),
  revoked_at: Moment.nullable(),
};
export const Token = z.strictObject(fields).openapi("Token");
export const CreatedToken = z
  .strictObject({ ...fields, token: z.string().nullable().openapi({ description: "Null in a replayed response" }) })
  .openapi("CreatedToken");

export const TokenBody = z
  .strictObject({
    name: z.string().min(1).max(100),
    scopes: z.array(TokenScope).min(1).max(3),
    workspace: WorkspaceSlug.optional(),
    expires_in_seconds: z.number().int().min(60).max(315_360_000).optional(),
  })
  .openapi("NewToken");

const list = createRoute({
  method: "get",
  path: "/v1/tokens",
  summary: "List tokens, newest first, including expired and revoked ones",
  ...securityFor("admin"),
  responses: jsonResponses(200, listSchema(Token), "All tokens"),
});

const create = createRoute({
  method: "post",
  path: "/v1/tokens",
  summary: "Create a token; its text is in this response and nowhere else",
  ...securityFor("admin"),
  request: { body: { required: true, content: { "application/json": { schema: TokenBody } } } },
  responses: jsonResponses(201, CreatedToken, "The token"),
});

const revoke = createRoute({
  method: "delete",
  path: "/v1/tokens/{id}",
  summary: "Revoke a token; takes effect at once",
  ...securityFor("admin"),
  request: { params: z.object({ id: z.string().regex(/^[a-z0-9]{12}$/, "expected a token id") }) },
  responses: {
    ...jsonResponses(200, z.strictObject({ id: z.string(), revoked: z.literal(true) }), "The token is revoked"),
  },
});

export function addTokens(app: Api, deps: RouteDeps): void {
  const { database } = deps;
  app.openapi(guardRoute(list, deps), async (c) => {
    const data = [];
    for (const token of await listVisibleTokens(c, deps)) data.push(await toTokenAnswer(deps, token));
    return c.json({ data, next_cursor: null }, 200);
  });
  app.openapi(guardRoute(create, deps), async (c) => {
    const { name, scopes, workspace, expires_in_seconds } = c.req.valid("json");
    const workspaceId = await resolveTokenWorkspace(c, deps, workspace);
    const input = { name, scopes, workspaceId, expiresInSeconds: expires_in_seconds ?? null };
    const { text, token } = await createToken(database, input);
    return c.json({ ...(await toTokenAnswer(deps, token)), token: text }, 201);
  });
  app.openapi(guardRoute(revoke, deps), async (c) => {
    const { id } = c.req.valid("param");
    if (!(await listVisibleTokens(c, deps)).some((token) => token.id === id))
      throw new ApiProblem("token-not-found", "Token not found");
    await revokeToken(database, id);
    return c.json({ id, revoked: true as const }, 200);
  });
}

/** A token that is bound to a workspace sees only tokens of that workspace. */
async function listVisibleTokens(c: ApiContext, { database }: RouteDeps): Promise<ApiToken[]> {
  const { workspaceId } = c.get("caller");
  const tokens = await listTokens(database);
  return workspaceId === null ? tokens : tokens.filter((token) => token.workspaceId === workspaceId);
}

/** A token that is bound to a workspace can only create tokens for that workspace. */
async function resolveTokenWorkspace(c: ApiContext, deps: RouteDeps, slug: string | undefined): Promise<string | null> {
  return slug === undefined ? c.get("caller").workspaceId : (await requireVisibleWorkspace(c, deps, slug)).id;
}

async function toTokenAnswer(deps: RouteDeps, token: ApiToken): Promise<z.infer<typeof Token>> {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes],
    workspace: token.workspaceId === null ? null : await findSlug(deps, token.workspaceId),
    created_at: formatMoment(token.createdAt),
    expires_at: formatOptionalMoment(token.expiresAt),
    last_used_at: formatOptionalMoment(token.lastUsedAt),
    revoked_at: formatOptionalMoment(token.revokedAt),
  };
}
