/** Blobs by hash: written once, in the database or as an object, and checked when they are read. */
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { BlobTable } from "../schema/tables/files.ts";
import type { Database } from "../schema/database.ts";
import { toTextColumn } from "../text.ts";
import { partBytes, readPart, writeParts } from "./blob-parts.ts";
import { BlobMismatch, type BlobStore, type Content } from "./blob-store.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import { noObjectStoreError } from "./objects/objects-unavailable.ts";

/** What the bytes of a blob are. */
interface BlobFormat {
  readonly mediaType: string;
  readonly encoding?: "identity" | "gzip";
}

export interface NewBlob extends BlobFormat {
  readonly sha256: Uint8Array;
  readonly bytes: number;
}

export type Blob = Selectable<BlobTable>;

/** Stores bytes that are in memory and returns their hash. */
export async function putBytes(
  store: BlobStore,
  bytes: Uint8Array,
  { mediaType, encoding }: BlobFormat,
): Promise<Uint8Array> {
  const sha256 = createHash("sha256").update(bytes).digest();
  const blob = { sha256, bytes: bytes.length, mediaType, encoding };
  await putBlob(store, blob, () => [bytes]);
  return sha256;
}

/** Stores a stream whose hash and length are known. If either differs, nothing is stored. */
export async function putBlob({ database, objects }: BlobStore, blob: NewBlob, content: Content): Promise<void> {
  if (objects !== undefined && blob.bytes > partBytes) return await putObject({ database, objects }, blob, content);
  const write = (transaction: Database) => writeBlob(transaction, blob, content);
  await (database.isTransaction ? write(database) : database.transaction().execute(write));
}

async function writeBlob(transaction: Database, blob: NewBlob, content: Content): Promise<void> {
  if ((await touchBlob(transaction, blob.sha256)) !== undefined) return;
  // If no row was inserted, another process has just stored the same blob.
  if (await insertRow(transaction, blob)) await writeParts(transaction, blob, content);
}

interface WithObjects extends BlobStore {
  readonly objects: ObjectStore;
}

/** Writes the row after the object, so that no row names an object that never existed. Replaces a missing object. */
async function putObject({ database, objects }: WithObjects, blob: NewBlob, content: Content): Promise<void> {
  const there = await touchBlob(database, blob.sha256);
  if (there?.location === "db") return;
  const key = there?.object_key ?? objects.keyOf(blob.sha256);
  if (there !== undefined && (await objects.has(key, blob.bytes))) return;
  await objects.put(key, blob, content);
  if (there === undefined) await insertRow(database, blob, key);
}

/** Returns false if another process has just inserted the row. */
async function insertRow(database: Database, blob: NewBlob, objectKey: string | null = null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto("blobs")
    .values({
      sha256: blob.sha256,
      bytes: blob.bytes,
      media_type: toTextColumn(blob.mediaType),
      encoding: blob.encoding ?? "identity",
      location: objectKey === null ? "db" : "object",
      object_key: objectKey,
    })
    .onConflict((conflict) => conflict.column("sha256").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Finds the row of a blob with the same hash and renews its date, so that it is not deleted as unreferenced
 * before the caller has added a reference to it.
 */
async function touchBlob(
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

/** The row of a blob. */
export async function findBlob(database: Database, sha256: Uint8Array): Promise<Blob | undefined> {
  return await database.selectFrom("blobs").selectAll().where("sha256", "=", sha256).executeTakeFirst();
}

/** The bytes, part by part; throws at the end if they do not match the hash. */
export async function* readBlob(store: BlobStore, sha256: Uint8Array): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const part of readParts(store, sha256)) {
    hash.update(part);
    yield part;
  }
  if (!hash.digest().equals(sha256)) throw new BlobMismatch();
}

/** A blob without parts in the database is an object, or empty. */
async function* readParts({ database, objects }: BlobStore, sha256: Uint8Array): AsyncGenerator<Uint8Array> {
  let part = 0;
  for (let data; (data = await readPart(database, sha256, part)) !== undefined; part += 1) yield data;
  if (part > 0) return;
  const blob = await findBlob(database, sha256);
  if (blob === undefined || blob.object_key === null) return;
  if (objects === undefined) throw noObjectStoreError();
  yield* limitBytes(objects.read(blob.object_key), blob.bytes);
}

/** Protects the reader from an object store that sends more bytes than the blob has. */
async function* limitBytes(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > bytes) throw new BlobMismatch();
    yield piece;
  }
}

/** All bytes of a blob at once, for blobs that are known to be small. */
export async function readBytes(store: BlobStore, sha256: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readBlob(store, sha256)) parts.push(part);
  return Buffer.concat(parts);
}
