/** Idempotency keys: the same request sent twice is carried out once and answered twice. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import { jsonText } from "../text.ts";

export interface KeyedRequest {
  readonly tokenId: string;
  /** As the client sent it. */
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly requestHash: Uint8Array;
}

export type KeyState =
  | { readonly state: "new" }
  | { readonly state: "replay"; readonly status: number; readonly response: unknown }
  | { readonly state: "conflict" }
  | { readonly state: "in-progress" };

/** No request lives this long: whoever began this one is gone. */
const abandonedSeconds = 120;

/** Begins a request, or says what became of the first one with this key. */
export async function beginKeyed(database: Database, { tokenId, key, requestHash }: KeyedRequest): Promise<KeyState> {
  const began = await database
    .insertInto("idempotency_keys")
    .values({ token_id: tokenId, key, request_hash: requestHash })
    .onConflict((conflict) =>
      conflict
        .columns(["token_id", "key"])
        .doUpdateSet({ request_hash: requestHash, status: null, response: null, created_at: sql<Date>`now()` })
        .where(
          sql<boolean>`idempotency_keys.created_at < now() - interval '24 hours' or (idempotency_keys.status is null
            and idempotency_keys.created_at < now() - make_interval(secs => ${abandonedSeconds}))`,
        ),
    )
    .returning("key")
    .executeTakeFirst();
  if (began !== undefined) return { state: "new" };
  const first = await database
    .selectFrom("idempotency_keys")
    .select(["request_hash", "status", "response"])
    .where("token_id", "=", tokenId)
    .where("key", "=", key)
    .executeTakeFirst();
  // Given back between the two looks: the client may send again.
  if (first === undefined) return { state: "in-progress" };
  if (!Buffer.from(first.request_hash).equals(requestHash)) return { state: "conflict" };
  if (first.status === null) return { state: "in-progress" };
  return { state: "replay", status: first.status, response: first.response };
}

/** Keeps the answer for whoever asks again. */
export async function endKeyed(
  database: Database,
  { tokenId, key }: KeyedRequest,
  answer: { readonly status: number; readonly response: unknown },
): Promise<void> {
  await database
    .updateTable("idempotency_keys")
    .set({ status: answer.status, response: jsonText(answer.response) })
    .where("token_id", "=", tokenId)
    .where("key", "=", key)
    .execute();
}

/** Gives a key back after a request that changed nothing, such as one that failed inside. */
export async function dropKeyed(database: Database, { tokenId, key }: KeyedRequest): Promise<void> {
  await database.deleteFrom("idempotency_keys").where("token_id", "=", tokenId).where("key", "=", key).execute();
}

/** Removes keys older than a day; gives their number. */
export async function removeOldKeys(database: Database): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
