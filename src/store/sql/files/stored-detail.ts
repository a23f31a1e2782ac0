/** The detail of a run in the database: one file, without the transcript, which stands beside it in chunks. */
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip, gzipSync } from "node:zlib";
import { RunDetail } from "../../../core/report/run-detail.ts";
import type { OpenedRun } from "../../../core/run/opened-run.ts";
import { documentPieces } from "../../documents/document.ts";
import { detailInPieces } from "../../long-detail/long-detail.ts";
import type { Attempt } from "../runs/runs.ts";
import type { Database } from "../schema/database.ts";
import type { BlobStore } from "./blob-store.ts";
import { readBlob, readBytes } from "./blobs.ts";
import { findRunFile, type RunFile } from "./run-files.ts";

/** Its place among the files of an attempt. */
export const detailFile = { kind: "log", path: "detail.json.gz" } as const;

const unzip = promisify(gunzip);
/** No text of Node is longer. */
const mostBytes = 512 * 1_048_576;
/** Of text that is unpacked at a time. */
const pieceBytes = 262_144;

/** Undefined where the attempt has none. */
export async function findDetail(database: Database, attempt: Attempt): Promise<RunFile | undefined> {
  return await findRunFile(database, attempt, detailFile);
}

/** What stands in the file; its transcript is empty. */
export async function readDetail(store: BlobStore, file: RunFile): Promise<RunDetail> {
  return RunDetail.parse(JSON.parse((await textOf(store, file)).toString("utf8")));
}

/** The same with its rows left in its text until they are asked for: to look at every one takes long for a long run. */
export async function openStoredDetail(store: BlobStore, file: RunFile): Promise<OpenedRun> {
  return await detailInPieces(piecesOf(store, file), file.path);
}

/** Bytes of a detail as they are stored: every row of its lists in a line, so that it is opened without being parsed. */
export function detailBytes(detail: RunDetail): Buffer {
  return gzipSync([...documentPieces(detail, (text) => text)].join(""));
}

/** One part is on its way from the database while the one before is unpacked, and the text before that looked through. */
async function* piecesOf(store: BlobStore, { blob_sha256 }: RunFile): AsyncGenerator<Buffer> {
  const parts = Readable.from(readBlob(store, blob_sha256), { highWaterMark: 2 });
  // What goes wrong before the last piece reaches whoever reads them.
  const text: AsyncIterable<Buffer> = pipeline(parts, createGunzip({ chunkSize: pieceBytes }), () => {});
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > mostBytes) throw new RangeError("The detail of the run is too long to be read");
    yield piece;
  }
}

async function textOf(store: BlobStore, { blob_sha256 }: RunFile): Promise<Buffer> {
  return await unzip(await readBytes(store, blob_sha256), { maxOutputLength: mostBytes });
}
