/** Reads the events of a transcript chunk: NDJSON, compressed or not, numbered from the chunk's first index. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import type { RunFile } from "../../store/sql/files/run-files.ts";
import type { NumberedEvent } from "./run-files.ts";

const unzip = promisify(gunzip);
/** A chunk holds 256 KiB; anything that inflates beyond this was not written by AXIS. */
const maxChunkBytes = 64 * 1_048_576;

export async function readChunkEvents(
  store: BlobStore,
  chunk: Pick<RunFile, "blob_sha256" | "encoding" | "first_index">,
): Promise<NumberedEvent[]> {
  const bytes = await readBytes(store, chunk.blob_sha256);
  const text = chunk.encoding === "gzip" ? await unzip(bytes, { maxOutputLength: maxChunkBytes }) : bytes;
  const lines = text
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line, at) => ({ index: (chunk.first_index ?? 0) + at, event: JSON.parse(line) as unknown }));
}
