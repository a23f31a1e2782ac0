/** Bytes by their hash: written once, in parts of a mebibyte, and checked when they are read. */
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { BlobTable, Database } from "../schema/database.ts";
import { plainText } from "../text.ts";

const partBytes = 1_048_576;

export interface NewBlob {
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly mediaType: string;
  readonly encoding?: "identity" | "gzip";
}

export type Blob = Selectable<BlobTable>;

/** Stores bytes that are at hand; gives their hash. */
export async function putBytes(
  database: Database,
  bytes: Uint8Array,
  { mediaType, encoding }: Pick<NewBlob, "mediaType" | "encoding">,
): Promise<Uint8Array> {
  const sha256 = createHash("sha256").update(bytes).digest();
  const blob = { sha256, bytes: bytes.length, mediaType, ...(encoding === undefined ? {} : { encoding }) };
  await putBlob(database, blob, [bytes]);
  return sha256;
}

/** Stores a stream whose hash and length are known. Another hash or length, and nothing is kept. */
export async function putBlob(
  database: Database,
  blob: NewBlob,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const write = (transaction: Database) => writeBlob(transaction, blob, content);
  await (database.isTransaction ? write(database) : database.transaction().execute(write));
}

async function writeBlob(
  transaction: Database,
  blob: NewBlob,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  if (await isThere(transaction, blob.sha256)) return;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("blobs")
    .values({
      sha256: blob.sha256,
      bytes: blob.bytes,
      media_type: plainText(blob.mediaType),
      encoding: blob.encoding ?? "identity",
      location: "db",
    })
    .onConflict((conflict) => conflict.column("sha256").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return; // Somebody else has just put it in.
  const hash = createHash("sha256");
  let bytes = 0;
  let part = 0;
  for await (const data of inParts(content)) {
    hash.update(data);
    bytes += data.length;
    if (bytes > blob.bytes) break;
    await transaction.insertInto("blob_parts").values({ sha256: blob.sha256, part, data }).execute();
    part += 1;
  }
  if (bytes !== blob.bytes || !hash.digest().equals(blob.sha256)) throw new BlobMismatch();
}

/**
 * Its bytes are then the same by their name. It counts as put in again, so that it is not taken for one that nothing
 * refers to, before whoever puts it in has said what it is for.
 */
async function isThere(transaction: Database, sha256: Uint8Array): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("blobs")
    .set({ created_at: sql<Date>`now()` })
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The bytes are not those that were promised. */
export class BlobMismatch extends Error {
  override readonly name = "BlobMismatch";
  constructor() {
    super("The bytes do not have the hash and the length they were announced with");
  }
}

async function* inParts(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + partBytes - length);
      kept.push(piece);
      length += piece.length;
      at += piece.length;
      if (length < partBytes) continue;
      yield Buffer.concat(kept);
      kept = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(kept);
}

/** What is known of a blob. */
export async function findBlob(database: Database, sha256: Uint8Array): Promise<Blob | undefined> {
  return await database.selectFrom("blobs").selectAll().where("sha256", "=", sha256).executeTakeFirst();
}

/** The bytes, part by part; throws at the end where they are not what their name says. */
export async function* readBlob(database: Database, sha256: Uint8Array): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for (let part = 0; ; part += 1) {
    const row = await database
      .selectFrom("blob_parts")
      .select("data")
      .where("sha256", "=", sha256)
      .where("part", "=", part)
      .executeTakeFirst();
    if (row === undefined) break;
    hash.update(row.data);
    yield row.data;
  }
  if (!hash.digest().equals(sha256)) throw new BlobMismatch();
}

/** The bytes of a blob at once: for what is known to be small. */
export async function readBytes(database: Database, sha256: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readBlob(database, sha256)) parts.push(part);
  return Buffer.concat(parts);
}
