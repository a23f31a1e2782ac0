/** Bytes that nothing refers to any more. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";

export interface RemovedBlobs {
  readonly blobs: number;
  readonly bytes: number;
}

/** Removes some that were put in more than a day ago: what is referred to next was put in a moment before. */
export async function removeLostBlobs(database: Database, limit: number): Promise<RemovedBlobs> {
  const { rows } = await sql<{ bytes: number }>`
    delete from blobs where sha256 in (
      select blob.sha256 from blobs as blob
      where blob.created_at < now() - interval '24 hours' and blob.location = 'db'
        and not exists (select 1 from run_files as file where file.blob_sha256 = blob.sha256)
        and not exists (select 1 from documents as document where document.blob_sha256 = blob.sha256)
      order by blob.created_at limit ${limit})
    returning bytes`.execute(database);
  return { blobs: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}
