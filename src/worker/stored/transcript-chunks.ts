/** A transcript in chunks: compressed lines of JSON, each chunk with the numbers of its entries. */
import { gunzipSync, gzipSync } from "node:zlib";
import { Entry } from "../../core/entry.ts";
import type { StoredChunk } from "../../store/sql/runs/run-progress.ts";

export const chunkBytes = 256 * 1_024;

/** `start` is the number of the first entry. */
export function* splitTranscript(entries: readonly unknown[], start = 0): Generator<StoredChunk> {
  let lines: string[] = [];
  let bytes = 0;
  let first = start;
  for (const [index, entry] of entries.entries()) {
    const line = `${JSON.stringify(entry)}\n`;
    lines.push(line);
    bytes += Buffer.byteLength(line);
    if (bytes < chunkBytes && index < entries.length - 1) continue;
    const last = start + index;
    yield packChunk(lines, { first, last });
    [lines, bytes, first] = [[], 0, last + 1];
  }
}

/** Packs these lines into one chunk; `first` and `last` are entry numbers. */
export function packChunk(lines: readonly string[], { first, last }: { first: number; last: number }): StoredChunk {
  // Padded, so that sorting the names as text gives the order of the entries.
  const path = `${String(first).padStart(10, "0")}.ndjson.gz`;
  return { path, first, last, content: gzipSync(lines.join("")) };
}

/** The entries of one chunk. */
export function readChunkEntries(content: Uint8Array): Entry[] {
  const lines = gunzipSync(content).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => Entry.parse(JSON.parse(line)));
}
