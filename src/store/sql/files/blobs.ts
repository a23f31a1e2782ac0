/** Bytes by their hash: written once, in the database or as an object, and checked when they are read. */
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { BlobTable } from "../schema/tables/files.ts";
import type { Database } from "../schema/database.ts";
import { plainText } from "../text.ts";
import { partBytes, readPart, writeParts } from "./blob-parts.ts";
import { BlobMismatch, type BlobStore, type Content } from "./blob-store.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import { noObjectStore } from "./objects/objects-unavailable.ts";

export interface NewBlob {
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly mediaType: string;
  readonly encoding?: "identity" | "gzip";
}

export type Blob = Selectable<BlobTable>;

/** Stores bytes that are at hand; gives their hash. */
export async function putBytes(
  store: BlobStore,
  bytes: Uint8Array,
  { mediaType, encoding }: Pick<NewBlob, "mediaType" | "encoding">,
): Promise<Uint8Array> {
  const sha256 = createHash("sha256").update(bytes).digest();
  const blob = { sha256, bytes: bytes.length, mediaType, ...(encoding === undefined ? {} : { encoding }) };
  await putBlob(store, blob, () => [bytes]);
  return sha256;
}

/** Stores a stream whose hash and length are known. Another hash or length, and nothing is kept. */
export async function putBlob({ database, objects }: BlobStore, blob: NewBlob, content: Content): Promise<void> {
  if (objects !== undefined && blob.bytes > partBytes) return await putObject({ database, objects }, blob, content);
  const write = (transaction: Database) => writeBlob(transaction, blob, content);
  await (database.isTransaction ? write(database) : database.transaction().execute(write));
}

async function writeBlob(transaction: Database, blob: NewBlob, content: Content): Promise<void> {
  if ((await findAgain(transaction, blob.sha256)) !== undefined) return;
  // Else somebody else has just put it in.
  if (await insertRow(transaction, blob)) await writeParts(transaction, blob, content);
}

interface WithObjects extends BlobStore {
  readonly objects: ObjectStore;
}

/** The row comes after the object, so that no row names one that was never there. One that went missing is put back. */
async function putObject({ database, objects }: WithObjects, blob: NewBlob, content: Content): Promise<void> {
  const there = await findAgain(database, blob.sha256);
  if (there?.location === "db") return;
  const key = there?.object_key ?? objects.keyOf(blob.sha256);
  if (there !== undefined && (await objects.has(key, blob.bytes))) return;
  await objects.put(key, blob, content);
  if (there === undefined) await insertRow(database, blob, key);
}

/** False: somebody else has just put it in. */
async function insertRow(database: Database, blob: NewBlob, objectKey: string | null = null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto("blobs")
    .values({
      sha256: blob.sha256,
      bytes: blob.bytes,
      media_type: plainText(blob.mediaType),
      encoding: blob.encoding ?? "identity",
      location: objectKey === null ? "db" : "object",
      object_key: objectKey,
    })
    .onConflict((conflict) => conflict.column("sha256").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * The row of bytes that are the same by their name. It counts as put in again, so that it is not taken for one that
 * nothing refers to, before whoever puts it in has said what it is for.
 */
async function findAgain(
  database: Database,
  sha256: Uint8Array,
): Promise<Pick<Blob, "location" | "object_key"> | undefined> {
  return await database
    .updateTable("blobs")
    .set({ created_at: sql<Date>`now()` })
    .where("sha256", "=", sha256)
    .returning(["location", "object_key"])
    .executeTakeFirst();
}

/** What is known of a blob. */
export async function findBlob(database: Database, sha256: Uint8Array): Promise<Blob | undefined> {
  return await database.selectFrom("blobs").selectAll().where("sha256", "=", sha256).executeTakeFirst();
}

/** The bytes, part by part; throws at the end where they are not what their name says. */
export async function* readBlob(store: BlobStore, sha256: Uint8Array): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const part of partsOf(store, sha256)) {
    hash.update(part);
    yield part;
  }
  if (!hash.digest().equals(sha256)) throw new BlobMismatch();
}

/** What has no part in the database is an object, or empty. */
async function* partsOf({ database, objects }: BlobStore, sha256: Uint8Array): AsyncGenerator<Uint8Array> {
  let part = 0;
  for (let data; (data = await readPart(database, sha256, part)) !== undefined; part += 1) yield data;
  if (part > 0) return;
  const blob = await findBlob(database, sha256);
  if (blob === undefined || blob.object_key === null) return;
  if (objects === undefined) throw noObjectStore();
  yield* atMost(objects.read(blob.object_key), blob.bytes);
}

/** A store that sends more than there is would fill whatever reads it. */
async function* atMost(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > bytes) throw new BlobMismatch();
    yield piece;
  }
}

/** The bytes of a blob at once: for what is known to be small. */
export async function readBytes(store: BlobStore, sha256: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readBlob(store, sha256)) parts.push(part);
  return Buffer.concat(parts);
}
