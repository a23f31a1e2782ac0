/** Pages of runs in the database: the head comes from the stored detail, the transcript from its chunks. */
import type { RunBlock } from "../../report/html/page-index.ts";
import type { SplitRun } from "../../report/html/split-run.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { findRunFile, listRunFiles, listTranscriptChunks, patchFile } from "../../store/sql/files/run-files.ts";
import { findDetail, openStoredDetail } from "../../store/sql/files/stored-detail.ts";
import { findScorecard } from "../../store/sql/runs/scores.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { readChunkEvents } from "./chunk-events.ts";
import { createRecentCache } from "./recent-cache.ts";
import type { FilesOf, RunPages } from "./run-files.ts";
import { splitForPage } from "./split-for-page.ts";

/** The facts about a chunk that are known without reading it. */
interface ChunkExtent {
  readonly first_index: number | null;
  readonly last_index: number | null;
  /** Compressed size, as stored. */
  readonly bytes: number;
}

/** Indexes of the first and the last event of a group. */
interface ChunkGroup {
  readonly first: number;
  readonly last: number;
}

/** Compressed; agent output shrinks to about a fifth. */
const maxPartBytes = 200_000;
/** Limits text that compresses better than that: each chunk was cut before it was compressed. */
const maxPartChunks = 8;

/** Whether one part can hold this much. */
function fitsPart({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }): boolean {
  return chunks <= 1 || (chunks <= maxPartChunks && bytes <= maxPartBytes);
}

/** Groups chunks in order. The first group is a single chunk, so that a page has something to show early. */
export function groupChunks(places: readonly ChunkExtent[]): ChunkGroup[] {
  const groups: ChunkGroup[] = [];
  let chunks = 0;
  let bytes = 0;
  for (const { first_index: first, last_index: last, bytes: size } of places) {
    if (first === null || last === null) continue;
    const open = groups.at(-1);
    if (open === undefined || groups.length === 1 || !fitsPart({ chunks: chunks + 1, bytes: bytes + size })) {
      groups.push({ first, last });
      [chunks, bytes] = [1, size];
    } else {
      groups[groups.length - 1] = { first: open.first, last };
      [chunks, bytes] = [chunks + 1, bytes + size];
    }
  }
  return groups;
}

const groupNamePattern = /^entries\.(\d{1,10})\.(\d{1,10})$/;

/** The part name under which clients request a group. */
export function formatGroupName({ first, last }: ChunkGroup): string {
  return `entries.${first}.${last}`;
}

/** Undefined if the name is not the name of a group. */
export function parseGroupName(name: string): ChunkGroup | undefined {
  const [, first, last] = groupNamePattern.exec(name) ?? [];
  if (first === undefined || last === undefined || Number(first) > Number(last)) return undefined;
  return { first: Number(first), last: Number(last) };
}

const cachedStoredDetails = 4;
const groupChunksPerRead = 8;

export function storedPages(store: BlobStore): RunPages {
  const { database } = store;
  const keep = createRecentCache<SplitRun>(cachedStoredDetails);

  /** Cached by content hash: a detail that is stored again with its score is a new value. */
  async function splitOf(run: FilesOf): Promise<SplitRun | undefined> {
    const file = await findDetail(database, run);
    if (file === undefined) return undefined;
    const key = Buffer.from(file.blob_sha256).toString("hex");
    return await keep(key, async () => splitForPage(await openStoredDetail(store, file)));
  }

  return {
    hasPage: async (run) => (await findDetail(database, run)) !== undefined,
    async page(run) {
      const split = await splitOf(run);
      return split === undefined ? undefined : await addStoredParts(database, run, split.block);
    },
    async pagePart(run, part) {
      const group = parseGroupName(part);
      if (group !== undefined) return await readGroupEvents(store, run, group);
      return await (await splitOf(run))?.rows(part);
    },
  };
}

/** Adds to the head what is stored beside the detail: the transcript, the scorecard, the captured files. */
async function addStoredParts(database: Database, run: FilesOf, { detail, lists }: RunBlock): Promise<RunBlock> {
  const chunks = await listRunFiles(database, run, "transcript");
  const inOrder = chunks.toSorted((one, other) => (one.first_index ?? 0) - (other.first_index ?? 0));
  const groups = groupChunks(inOrder);
  const length = (groups.at(-1)?.last ?? -1) + 1 - (groups[0]?.first ?? 0);
  const entries = { length, blocks: groups.map(formatGroupName) };
  const scorecard = await findScorecard(database, run.runId);
  const whole: RunBlock["detail"] = { ...detail, ...(scorecard && { scorecard }) };
  const files = await listRunFiles(database, run, "artifact");
  const artifacts = Object.fromEntries(files.map(({ path }) => [path, path]));
  const patch = detail.patch?.file === undefined ? undefined : await findRunFile(database, run, patchFile);
  return { detail: whole, lists: { ...lists, entries }, artifacts, ...(patch && { patch: patch.path }) };
}

/** Reads no more than one group can hold, whatever range the name requests. */
async function readGroupEvents(
  store: BlobStore,
  run: FilesOf,
  { first, last }: ChunkGroup,
): Promise<readonly unknown[] | undefined> {
  const found: unknown[] = [];
  const read = { chunks: 0, bytes: 0 };
  for (let after = first - 1; after < last;) {
    const chunks = await listTranscriptChunks(store.database, run, { after, limit: groupChunksPerRead });
    for (const chunk of chunks) {
      if ((chunk.first_index ?? 0) > last) break;
      read.chunks += 1;
      read.bytes += chunk.bytes;
      if (!fitsPart(read)) return undefined;
      const events = await readChunkEvents(store, chunk);
      found.push(...events.filter(({ index }) => index >= first && index <= last).map(({ event }) => event));
    }
    const next = chunks.at(-1)?.last_index ?? null;
    if (next === null || next <= after) break;
    after = next;
  }
  return found.length === 0 ? undefined : found;
}
