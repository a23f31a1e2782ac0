/** Deletes blobs that nothing refers to any more. */
import { sql } from "kysely";
import type { BlobStore } from "../files/blob-store.ts";
import type { Database } from "../schema/database.ts";

export interface RemovedBlobs {
  readonly blobs: number;
  readonly bytes: number;
}

/** Stored more than a day ago: a blob is stored shortly before its reference, so newer ones may still get one. */
const isOld = sql`blobs.created_at < now() - interval '24 hours'`;

/** Nothing refers to it. A blob that is stored again during the search is no longer old, so it stays. */
const isUnreferenced = sql`${isOld}
  and not exists (select 1 from run_files as file where file.blob_sha256 = blobs.sha256)
  and not exists (select 1 from documents as document where document.blob_sha256 = blobs.sha256)`;

/** Deletes a batch of unreferenced blobs from the database. */
export async function removeUnreferencedBlobs(database: Database, limit: number): Promise<RemovedBlobs> {
  const { rows } = await sql<{ bytes: number }>`
    delete from blobs where ${isOld} and sha256 in (
      select sha256 from blobs where location = 'db' and ${isUnreferenced} order by created_at limit ${limit})
    returning bytes`.execute(database);
  return { blobs: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Deletes a batch from the object store. Without an object store, they stay until a process has access to it. */
export async function removeUnreferencedObjects({ database, objects }: BlobStore, limit: number): Promise<RemovedBlobs> {
  if (objects === undefined) return { blobs: 0, bytes: 0 };
  const { rows } = await sql<{ sha256: Uint8Array }>`
    select sha256 from blobs where location = 'object' and ${isUnreferenced} order by created_at limit ${limit}`.execute(
    database,
  );
  const removed = [];
  for (const { sha256 } of rows) {
    const remove = (transaction: Database) => removeObject({ database: transaction, objects }, sha256);
    removed.push(await (database.isTransaction ? remove(database) : database.transaction().execute(remove)));
  }
  const bytes = removed.flatMap((each) => each ?? []);
  return { blobs: bytes.length, bytes: bytes.reduce((sum, each) => sum + each, 0) };
}

/**
 * Deletes the row, then the object before the transaction commits: a process that stores the same bytes meanwhile waits
 // for the row, and if the object cannot be deleted, the row stays. Returns its length, or null if it is referenced again.
 */
async function removeObject({ database, objects }: BlobStore, sha256: Uint8Array): Promise<number | null> {
  const { rows } = await sql<{ bytes: number; object_key: string }>`
    delete from blobs where sha256 = ${sha256} and location = 'object' and ${isUnreferenced}
    returning bytes, object_key`.execute(database);
  const [row] = rows;
  if (row === undefined) return null;
  await objects?.remove(row.object_key);
  return row.bytes;
}
