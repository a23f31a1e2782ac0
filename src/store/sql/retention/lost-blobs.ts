/** Bytes that nothing refers to any more. */
import { sql } from "kysely";
import type { BlobStore } from "../files/blob-store.ts";
import type { Database } from "../schema/database.ts";

export interface RemovedBlobs {
  readonly blobs: number;
  readonly bytes: number;
}

/** Put in more than a day ago: what is referred to next was put in a moment before. */
const isOld = sql`blobs.created_at < now() - interval '24 hours'`;

/** Nothing refers to it. What was put in again while it was looked for is not old any more, so it stays. */
const isLost = sql`${isOld}
  and not exists (select 1 from run_files as file where file.blob_sha256 = blobs.sha256)
  and not exists (select 1 from documents as document where document.blob_sha256 = blobs.sha256)`;

/** Removes some of those in the database. */
export async function removeLostBlobs(database: Database, limit: number): Promise<RemovedBlobs> {
  const { rows } = await sql<{ bytes: number }>`
    delete from blobs where ${isOld} and sha256 in (
      select sha256 from blobs where location = 'db' and ${isLost} order by created_at limit ${limit})
    returning bytes`.execute(database);
  return { blobs: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Removes some of those in the object store; without one they stay until somebody comes who has it. */
export async function removeLostObjects({ database, objects }: BlobStore, limit: number): Promise<RemovedBlobs> {
  if (objects === undefined) return { blobs: 0, bytes: 0 };
  const { rows } = await sql<{ sha256: Uint8Array }>`
    select sha256 from blobs where location = 'object' and ${isLost} order by created_at limit ${limit}`.execute(
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
 * The row first, and the object before that is final: whoever puts the same bytes in meanwhile waits for the row, and
 * where the object cannot be removed the row stays to say so. Gives its length, or null where it is lost no more.
 */
async function removeObject({ database, objects }: BlobStore, sha256: Uint8Array): Promise<number | null> {
  const { rows } = await sql<{ bytes: number; object_key: string }>`
    delete from blobs where sha256 = ${sha256} and location = 'object' and ${isLost}
    returning bytes, object_key`.execute(database);
  const [row] = rows;
  if (row === undefined) return null;
  await objects?.remove(row.object_key);
  return row.bytes;
}
