/** Run files that are stored in the database. */
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { readBlob, readBytes } from "../../store/sql/files/blobs.ts";
import { gateLogFile, rawLogFile } from "../../store/sql/files/log-files.ts";
import { findDetail } from "../../store/sql/files/stored-detail.ts";
import {
  findRunFile,
  listRunFiles,
  patchFile,
  type RunFile,
  listTranscriptChunks,
} from "../../store/sql/files/run-files.ts";
import { readChunkEvents } from "./chunk-events.ts";
import type { ArtifactContent, ArtifactEntry, FilesOf, NumberedEvent, RunFiles } from "./run-files.ts";
import { storedPages } from "./stored-pages.ts";

const chunksPerRead = 4;

export function storedFiles(store: BlobStore): RunFiles {
  const { database } = store;
  return {
    ...storedPages(store),
    async events(run, { after, limit }) {
      const found: NumberedEvent[] = [];
      for (let from = after; found.length < limit;) {
        const chunks = await listTranscriptChunks(database, run, { after: from, limit: chunksPerRead });
        for (const chunk of chunks) found.push(...(await readChunkEvents(store, chunk)).filter(({ index }) => index > from));
        const last = chunks.at(-1)?.last_index ?? null;
        if (last === null || last <= from) break;
        from = last;
      }
      return found.slice(0, limit);
    },
    artifacts: async (run) => (await listRunFiles(database, run, "artifact")).map(toStoredEntry),
    artifact: (run, path) => findStoredFile(store, run, { kind: "artifact", path }),
    patch: (run) => findStoredFile(store, run, patchFile),
    log: (run, log) => findStoredFile(store, run, log === "raw" ? rawLogFile : gateLogFile(log)),
    async detail(run) {
      const file = await findDetail(database, run);
      return file === undefined ? undefined : await readBytes(store, file.blob_sha256);
    },
  };
}

async function findStoredFile(
  store: BlobStore,
  run: FilesOf,
  place: Parameters<typeof findRunFile>[2],
): Promise<ArtifactContent | undefined> {
  const file = await findRunFile(store.database, run, place);
  return file === undefined ? undefined : { ...toStoredEntry(file), content: () => readStoredContent(store, file) };
}

function readStoredContent(store: BlobStore, { blob_sha256, encoding }: RunFile): AsyncIterable<Uint8Array> {
  const stored = readBlob(store, blob_sha256);
  // The pipeline passes errors on to the reader of its result.
  return encoding === "gzip" ? pipeline(stored, createGunzip(), () => {}) : stored;
}

function toStoredEntry({ path, bytes, media_type }: RunFile): ArtifactEntry {
  return { path, bytes, mediaType: media_type };
}
