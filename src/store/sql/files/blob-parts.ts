/** The bytes of a blob in the database, in parts of one mebibyte. */
import { createHash } from "node:crypto";
import type { Database } from "../schema/database.ts";
import { BlobMismatch, type Content } from "./blob-store.ts";
import type { AnnouncedBytes } from "./objects/upload.ts";

export const partBytes = 1_048_576;

/** Writes all parts in the transaction that created the row; throws if hash or length differ from those announced. */
export async function writeParts(
  transaction: Database,
  { sha256, bytes }: AnnouncedBytes,
  content: Content,
): Promise<void> {
  const hash = createHash("sha256");
  let length = 0;
  let part = 0;
  for await (const data of splitIntoParts(content())) {
    hash.update(data);
    length += data.length;
    if (length > bytes) break;
    await transaction.insertInto("blob_parts").values({ sha256, part, data }).execute();
    part += 1;
  }
  if (length !== bytes || !hash.digest().equals(sha256)) throw new BlobMismatch();
}

/** Reads one part; the first is 0. */
export async function readPart(database: Database, sha256: Uint8Array, part: number): Promise<Uint8Array | undefined> {
  const row = await database
    .selectFrom("blob_parts")
    .select("data")
    .where("sha256", "=", sha256)
    .where("part", "=", part)
    .executeTakeFirst();
  return row?.data;
}

async function* splitIntoParts(content: ReturnType<Content>): AsyncGenerator<Uint8Array> {
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
