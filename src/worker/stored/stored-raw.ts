/** Stores an agent's output from its worker, and loads it line by line for the report. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { resolveInside } from "../../core/paths/inside.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { putBlob, readBlob } from "../../store/sql/files/blobs.ts";
import { rawLogFile } from "../../store/sql/files/log-files.ts";
import { addRunFile, findRunFile } from "../../store/sql/files/run-files.ts";
import type { Attempt } from "../../store/sql/runs/runs.ts";
import { ClaimGone } from "./stored-run.ts";

export interface RawLocation {
  /** The folder of the report. */
  readonly folder: string;
  /** The file, relative to the folder. */
  readonly raw: string;
}

/** Streams the file, because it may be too long for memory. Safe to repeat. */
export async function saveRaw(store: BlobStore, attempt: Attempt, { folder, raw }: RawLocation): Promise<void> {
  const file = await resolveInside(folder, raw);
  const packed = `${file}.gz`;
  await pipeline(createReadStream(file), createGzip(), createWriteStream(packed));
  const hash = createHash("sha256");
  for await (const part of createReadStream(packed)) hash.update(part as Uint8Array);
  const sha256 = hash.digest();
  const { size } = await stat(packed);
  const blob = { sha256, bytes: size, mediaType: "application/x-ndjson", encoding: "gzip" } as const;
  await putBlob(store, blob, () => createReadStream(packed));
  if (!(await addRunFile(store.database, attempt, { ...rawLogFile, sha256 }))) throw new ClaimGone();
}

/** Undefined if no output was stored. */
export async function loadRaw(store: BlobStore, attempt: Attempt): Promise<AsyncIterable<string> | undefined> {
  const file = await findRunFile(store.database, attempt, rawLogFile);
  return file === undefined ? undefined : readLines(Readable.from(readBlob(store, file.blob_sha256)));
}

/** Splits at line feeds only: other line breaks are part of the output. */
async function* readLines(packed: Readable): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const unpacking = pipeline(packed, unpacked);
  unpacking.catch(() => {}); // The error is thrown to the reader of the lines.
  unpacked.setEncoding("utf8");
  let rest = "";
  for await (const text of unpacked) {
    const lines = `${rest}${text as string}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  await unpacking;
  if (rest !== "") yield rest;
}
