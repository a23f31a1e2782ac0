/** Tokens: created once, stored as a hash, compared in constant time, valid until they expire. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { ApiToken, TokenScope } from "../../../core/http/api-token.ts";
import { AxisError } from "../../../core/error.ts";
import type { Database } from "../schema/database.ts";
import type { TokenTable } from "../schema/tables/access.ts";
import { toTextColumn } from "../text.ts";

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Null for all workspaces. */
  readonly workspaceId: string | null;
  /** Measured by the database's clock; null means the token never expires. */
  readonly expiresInSeconds: number | null;
}

const tokenPattern = /^axis_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;
const idLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Creates a token. The returned text is the only copy of its secret. */
export async function createToken(database: Database, input: NewToken): Promise<{ text: string; token: ApiToken }> {
  const id = Array.from({ length: 12 }, () => idLetters[randomInt(idLetters.length)]).join("");
  const secret = randomBytes(32).toString("base64url");
  const row = await database
    .insertInto("api_tokens")
    .values({
      id,
      name: toTextColumn(input.name),
      secret_hash: hashSecret(secret),
      scopes: [...input.scopes],
      workspace_id: input.workspaceId,
      expires_at:
        input.expiresInSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${input.expiresInSeconds})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { text: `axis_${id}_${secret}`, token: toApiToken(row) };
}

/** All tokens, newest first, including expired and revoked ones. */
export async function listTokens(database: Database): Promise<ApiToken[]> {
  const rows = await database
    .selectFrom("api_tokens")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toApiToken);
}

/** The name of a token, also of one that is no longer valid. */
export async function findTokenName(database: Database, id: string): Promise<string | undefined> {
  const row = await database
    .selectFrom("api_tokens")
    .select("name")
    .where("id", "=", toTextColumn(id))
    .executeTakeFirst();
  return row?.name;
}

/** Revokes a token. Revoking it again changes nothing. */
export async function revokeToken(database: Database, id: string): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable("api_tokens")
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where("id", "=", toTextColumn(id))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AxisError("token-missing", `Token "${id}" does not exist`, { hint: "List them with: axis token list" });
}

/** Whether a valid token exists: without one, a server listens on loopback only. */
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

/** The hash to compare with if the id is unknown, so that both cases take the same time. */
const unknownTokenHash = Buffer.alloc(32);

/** The token for a text, if it is valid now. The caller does not learn why it is not. */
export async function verifyToken(database: Database, text: string): Promise<ApiToken | null> {
  const [, id, secret] = tokenPattern.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  const row = await database
    .selectFrom("api_tokens")
    .selectAll()
    .select(sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`.as("counts"))
    .select(sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`.as("rested"))
    .where("id", "=", id)
    .executeTakeFirst();
  const same = timingSafeEqual(hashSecret(secret), row === undefined ? unknownTokenHash : Buffer.from(row.secret_hash));
  if (row === undefined || !same || !row.counts) return null;
  if (row.rested) await recordUse(database, id);
  return toApiToken(row);
}

/** At most once a minute: a busy token must not turn every read into a write. */
async function recordUse(database: Database, id: string): Promise<void> {
  await database
    .updateTable("api_tokens")
    .set({ last_used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where(sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
    .execute();
}

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function toApiToken(row: Selectable<TokenTable>): ApiToken {
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
