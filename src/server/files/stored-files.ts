/** Run files that are stored in the database. */
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { readBlob, readBytes } from "../../store/sql/files/blobs.ts";
import { gateLog, rawLog } from "../../store/sql/files/log-files.ts";
import { findDetail } from "../../store/sql/files/stored-detail.ts";
import {
  findRunFile,
  listRunFiles,
  patchFile,
  type RunFile,
  transcriptChunks,
} from "../../store/sql/files/run-files.ts";
import { eventsIn } from "./chunk-events.ts";
import type { ArtifactContent, ArtifactEntry, FilesOf, NumberedEvent, RunFiles } from "./run-files.ts";
import { storedPages } from "./stored-pages.ts";

const chunksAtOnce = 4;

export function storedFiles(store: BlobStore): RunFiles {
  const { database } = store;
  return {
    ...storedPages(store),
    async events(run, { after, limit }) {
      const found: NumberedEvent[] = [];
      for (let from = after; found.length < limit;) {
        const chunks = await transcriptChunks(database, run, { after: from, limit: chunksAtOnce });
        for (const chunk of chunks) found.push(...(await eventsIn(store, chunk)).filter(({ index }) => index > from));
        const last = chunks.at(-1)?.last_index ?? null;
        if (last === null || last <= from) break;
        from = last;
      }
      return found.slice(0, limit);
    },
    artifacts: async (run) => (await listRunFiles(database, run, "artifact")).map(entryOf),
    artifact: (run, path) => fileAt(store, run, { kind: "artifact", path }),
    patch: (run) => fileAt(store, run, patchFile),
    log: (run, log) => fileAt(store, run, log === "raw" ? rawLog : gateLog(log)),
    async detail(run) {
      const file = await findDetail(database, run);
      return file === undefined ? undefined : await readBytes(store, file.blob_sha256);
    },
  };
}

async function fileAt(
  store: BlobStore,
  run: FilesOf,
  place: Parameters<typeof findRunFile>[2],
): Promise<ArtifactContent | undefined> {
  const file = await findRunFile(store.database, run, place);
  return file === undefined ? undefined : { ...entryOf(file), content: () => contentOf(store, file) };
}

function contentOf(store: BlobStore, { blob_sha256, encoding }: RunFile): AsyncIterable<Uint8Array> {
  const stored = readBlob(store, blob_sha256);
  // The pipeline passes errors on to the reader of its result.
  return encoding === "gzip" ? pipeline(stored, createGunzip(), () => {}) : stored;
}

function entryOf({ path, bytes, media_type }: RunFile): ArtifactEntry {
  return { path, bytes, mediaType: media_type };
}
