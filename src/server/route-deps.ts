/** The dependencies that all routes of one server share, created once from the server's own. */
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { TokenScope } from "../core/http/api-token.ts";
import type { BlobStore } from "../store/sql/files/blob-store.ts";
import { readBlob, readBytes } from "../store/sql/files/blobs.ts";
import { gateLogFile, rawLogFile } from "../store/sql/files/log-files.ts";
import {
  findRunFile,
  listRunFiles,
  listTranscriptChunks,
  patchFile,
  type RunFile,
} from "../store/sql/files/run-files.ts";
import { findDetail } from "../store/sql/files/stored-detail.ts";
import type { Database } from "../store/sql/schema/database.ts";
import type { Bindings, ServerDeps } from "./deps.ts";
import { readChunkEvents } from "./files/chunk-events.ts";
import type { ArtifactContent, ArtifactEntry, FilesOf, NumberedEvent, RunFiles } from "./files/run-files.ts";
import { storedPages } from "./files/stored-pages.ts";
import { type Allowance, defaultLimits, type ServerLimits } from "./limits.ts";
import { createEventHub, type EventHub } from "./live/event-hub.ts";
import { createMeters, type Meters } from "./meters.ts";
import { ObjectStoreMonitor } from "./object-store-monitor.ts";

/** Run files that are stored in the database. */
const chunksPerRead = 4;

export function storedFiles(store: BlobStore): RunFiles {
  const { database } = store;
  return {
    ...storedPages(store),
    async events(run, { after, limit }) {
      const found: NumberedEvent[] = [];
      for (let from = after; found.length < limit;) {
        const chunks = await listTranscriptChunks(database, run, { after: from, limit: chunksPerRead });
        for (const chunk of chunks)
          found.push(...(await readChunkEvents(store, chunk)).filter(({ index }) => index > from));
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

/** Maximum number of callers to remember. Callers whose bucket is full again are forgotten first. */
const maxCallers = 10_000;

interface Bucket {
  left: number;
  atMs: number;
}

interface Buckets {
  /** Takes one request from the bucket. Returns the seconds to wait if it is empty, else 0. */
  take(caller: string): number;
  /** Returns the same without taking one. */
  wait(caller: string): number;
}

/** Creates the buckets of one allowance; `nowMs` must never go backwards. */
export function createBuckets({ burst, perMinute }: Allowance, nowMs: () => number): Buckets {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  const leftIn = (bucket: Bucket, now: number) => Math.min(burst, bucket.left + (now - bucket.atMs) * perMs);
  const secondsUntilOne = (left: number) => (left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1_000)));

  function forgetFull(now: number): void {
    for (const [caller, bucket] of buckets) if (leftIn(bucket, now) >= burst) buckets.delete(caller);
    // If all buckets are in use, drop the oldest, so that memory stays bounded.
    const [oldest] = buckets.keys();
    if (buckets.size >= maxCallers && oldest !== undefined) buckets.delete(oldest);
  }

  return {
    take(caller) {
      const now = nowMs();
      const known = buckets.get(caller);
      const left = known === undefined ? burst : leftIn(known, now);
      const wait = secondsUntilOne(left);
      if (known === undefined && buckets.size >= maxCallers) forgetFull(now);
      buckets.set(caller, { left: wait === 0 ? left - 1 : left, atMs: now });
      return wait;
    },
    wait(caller) {
      const known = buckets.get(caller);
      return known === undefined ? 0 : secondsUntilOne(leftIn(known, nowMs()));
    },
  };
}

/** The caller of a request. Without a token: a program on this machine, which may only read. */
export interface Caller {
  readonly tokenId: string | null;
  readonly scopes: readonly TokenScope[];
  /** Null if the caller sees all workspaces. */
  readonly workspaceId: string | null;
  /** Identifies whose rate limit the request uses. */
  readonly key: string;
}

export interface AppEnv {
  Variables: { requestId: string; caller: Caller; route: string };
  Bindings: Bindings;
}

export type Api = OpenAPIHono<AppEnv>;
export type ApiContext = Context<AppEnv>;

/** What the server was given, and what its routes share. */
export interface RouteDeps extends ServerDeps {
  readonly database: Database;
  readonly limits: ServerLimits;
  readonly buckets: { readonly read: Buckets; readonly write: Buckets; readonly failedTokens: Buckets };
  /** Number of open streams per caller. */
  readonly streams: Map<string, number>;
  readonly meters: Meters;
  /** Undefined if no object store is configured. */
  readonly objects?: ObjectStoreMonitor;
  readonly hub: EventHub;
  readonly now: () => Date;
  /** Workspace slugs by id; neither ever changes. */
  readonly slugs: Map<string, string>;
  /** Run files that are stored in the database. */
  readonly storedFiles: RunFiles;
}

export function createRouteDeps(deps: ServerDeps): RouteDeps {
  const limits = { ...defaultLimits, ...deps.limits };
  const buckets = (allowance: ServerLimits["reads"]) => createBuckets(allowance, () => performance.now());
  const { database, objects: stored } = deps.store;
  const objects = stored && new ObjectStoreMonitor(stored);
  return {
    ...deps,
    database,
    limits,
    buckets: {
      read: buckets(limits.reads),
      write: buckets(limits.writes),
      failedTokens: buckets(limits.failedTokens),
    },
    streams: new Map(),
    objects,
    meters: createMeters(database, objects),
    hub: createEventHub(deps.store),
    now: deps.now ?? (() => new Date()),
    slugs: new Map(),
    storedFiles: storedFiles(deps.store),
  };
}
