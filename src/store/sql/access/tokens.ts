/** Tokens: made once, kept as a hash, compared in constant time, used within their time. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { ApiToken, TokenScope } from "../../../core/http/api-token.ts";
import { AxisError } from "../../../core/error.ts";
import type { Database } from "../schema/database.ts";
import type { TokenTable } from "../schema/tables/access.ts";
import { plainText } from "../text.ts";

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Null for all workspaces. */
  readonly workspaceId: string | null;
  /** Counted by the clock of the database; null for ever. */
  readonly expiresInSeconds: number | null;
}

const form = /^axis_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;
const idLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Makes a token. The text is the only copy of its secret. */
export async function createToken(database: Database, input: NewToken): Promise<{ text: string; token: ApiToken }> {
  const id = Array.from({ length: 12 }, () => idLetters[randomInt(idLetters.length)]).join("");
  const secret = randomBytes(32).toString("base64url");
  const row = await database
    .insertInto("api_tokens")
    .values({
      id,
      name: plainText(input.name),
      secret_hash: hashOf(secret),
      scopes: [...input.scopes],
      workspace_id: input.workspaceId,
      expires_at:
        input.expiresInSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${input.expiresInSeconds})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { text: `axis_${id}_${secret}`, token: tokenOf(row) };
}

/** All of them, newest first, also those that no longer count. */
export async function listTokens(database: Database): Promise<ApiToken[]> {
  const rows = await database
    .selectFrom("api_tokens")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(tokenOf);
}

/** Takes a token back; the second time changes nothing. */
export async function revokeToken(database: Database, id: string): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable("api_tokens")
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where("id", "=", plainText(id))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AxisError("token-missing", `There is no token "${id}"`, { hint: "List them with: axis token list" });
}

/** Whether one could be used now: without any, a server listens on loopback alone. */
export async function hasValidToken(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom("api_tokens")
    .select("id")
    .where("revoked_at", "is", null)
    .where((by) => by.or([by("expires_at", "is", null), by("expires_at", ">", sql<Date>`now()`)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Compared with where there is no such id, so that both ways take the same steps. */
const nobody = Buffer.alloc(32);

/** The token behind a text, if it counts now. Why not is nobody's business. */
export async function verifyToken(database: Database, text: string): Promise<ApiToken | null> {
  const [, id, secret] = form.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  const row = await database
    .selectFrom("api_tokens")
    .selectAll()
    .select(sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`.as("counts"))
    .select(sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`.as("rested"))
    .where("id", "=", id)
    .executeTakeFirst();
  const same = timingSafeEqual(hashOf(secret), row === undefined ? nobody : Buffer.from(row.secret_hash));
  if (row === undefined || !same || !row.counts) return null;
  if (row.rested) await noteUse(database, id);
  return tokenOf(row);
}

/** At most once a minute: a busy token must not turn every read into a write. */
async function noteUse(database: Database, id: string): Promise<void> {
  await database
    .updateTable("api_tokens")
    .set({ last_used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where(sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
    .execute();
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function tokenOf(row: Selectable<TokenTable>): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    workspaceId: row.workspace_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
