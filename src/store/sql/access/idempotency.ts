/** Idempotency keys: a request that is sent twice is executed once and answered twice. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import { toJsonColumn } from "../text.ts";

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

/** No request takes this long: the process that began it has ended. */
const abandonedSeconds = 120;

/** Begins a request, or returns the state of the first request with this key. */
export async function beginKeyedRequest(
  database: Database,
  { tokenId, key, requestHash }: KeyedRequest,
): Promise<KeyState> {
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
  // The key was released between the two queries: the client may send the request again.
  if (first === undefined) return { state: "in-progress" };
  if (!Buffer.from(first.request_hash).equals(requestHash)) return { state: "conflict" };
  if (first.status === null) return { state: "in-progress" };
  return { state: "replay", status: first.status, response: first.response };
}

/** Stores the answer, so that a repeated request gets the same one. */
export async function endKeyedRequest(
  database: Database,
  { tokenId, key }: KeyedRequest,
  answer: { readonly status: number; readonly response: unknown },
): Promise<void> {
  await database
    .updateTable("idempotency_keys")
    .set({ status: answer.status, response: toJsonColumn(answer.response) })
    .where("token_id", "=", tokenId)
    .where("key", "=", key)
    .execute();
}

/** Releases a key after a request that changed nothing, such as one with an internal error. */
export async function dropKeyedRequest(database: Database, { tokenId, key }: KeyedRequest): Promise<void> {
  await database.deleteFrom("idempotency_keys").where("token_id", "=", tokenId).where("key", "=", key).execute();
}

/** Deletes keys older than a day and returns how many. */
export async function removeOldKeys(database: Database): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
