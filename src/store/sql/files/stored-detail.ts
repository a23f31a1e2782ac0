/** The detail of a run in the database: one file without the transcript, which is stored separately in chunks. */
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip, gzipSync } from "node:zlib";
import { RunDetail } from "../../../core/report/run-detail.ts";
import type { OpenedRun } from "../../../core/run/opened-run.ts";
import { serializeDocument } from "../../documents/document.ts";
import { openDetailPieces } from "../../long-detail/long-detail.ts";
import type { Attempt } from "../runs/runs.ts";
import type { Database } from "../schema/database.ts";
import type { BlobStore } from "./blob-store.ts";
import { readBlob, readBytes } from "./blobs.ts";
import { findRunFile, type RunFile } from "./run-files.ts";

/** The file of the detail within an attempt. */
export const detailFile = { kind: "log", path: "detail.json.gz" } as const;

const unzip = promisify(gunzip);
/** The longest string that Node supports. */
const maxTextBytes = 512 * 1_048_576;
/** How many bytes of text are unpacked at a time. */
const pieceBytes = 262_144;

/** Undefined if the attempt has no detail. */
export async function findDetail(database: Database, attempt: Attempt): Promise<RunFile | undefined> {
  return await findRunFile(database, attempt, detailFile);
}

/** The content of the file; its transcript is empty. */
export async function readDetail(store: BlobStore, file: RunFile): Promise<RunDetail> {
  return RunDetail.parse(JSON.parse((await unzipDetail(store, file)).toString("utf8")));
}

/** Opens the detail and leaves its rows in the text until they are read, because parsing all rows of a long run is slow. */
export async function openStoredDetail(store: BlobStore, file: RunFile): Promise<OpenedRun> {
  return await openDetailPieces(readPieces(store, file), file.path);
}

/** The stored bytes of a detail, with one line per row of its lists, so that it can be opened without parsing the rows. */
export function packDetail(detail: RunDetail): Buffer {
  return gzipSync([...serializeDocument(detail, (text) => text)].join(""));
}

/** Works in parallel: one part is loaded from the database while the previous one is unpacked and the one before scanned. */
async function* readPieces(store: BlobStore, { blob_sha256 }: RunFile): AsyncGenerator<Buffer> {
  const parts = Readable.from(readBlob(store, blob_sha256), { highWaterMark: 2 });
  // Errors before the last piece reach the reader of the pieces.
  const text: AsyncIterable<Buffer> = pipeline(parts, createGunzip({ chunkSize: pieceBytes }), () => {});
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > maxTextBytes) throw new RangeError("The detail of the run is too long to read");
    yield piece;
  }
}

async function unzipDetail(store: BlobStore, { blob_sha256 }: RunFile): Promise<Buffer> {
  return await unzip(await readBytes(store, blob_sha256), { maxOutputLength: maxTextBytes });
}
