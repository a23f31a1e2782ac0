/** The dependencies that all routes of one server share, created once from the server's own. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { TokenScope } from "../core/http/api-token.ts";
import type { Database } from "../store/sql/schema/database.ts";
import type { ServerDeps } from "./deps.ts";
import type { RunFiles } from "./files/run-files.ts";
import { storedFiles } from "./files/stored-files.ts";
import { type Buckets, createBuckets } from "./guards/bucket.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";
import { createEventHub, type EventHub } from "./live/event-hub.ts";
import { createMeters, type Meters } from "./meters.ts";
import { ObjectStoreMonitor } from "./object-store-monitor.ts";

/** The caller of a request. Without a token: a program on this machine, which may only read. */
export interface Caller {
  readonly tokenId: string | null;
  readonly scopes: readonly TokenScope[];
  /** Null if the caller sees all workspaces. */
  readonly workspaceId: string | null;
  /** Identifies whose rate limit the request uses. */
  readonly key: string;
}

/** The part of Node's request that guards use; absent if the app is called without a socket. */
export interface Bindings {
  readonly incoming?: {
    readonly socket?: { readonly remoteAddress?: string | undefined; destroy?(): unknown };
    readonly rawHeaders?: readonly string[];
  };
}

export interface AppEnv {
  Variables: { requestId: string; caller: Caller; route: string };
  Bindings: Bindings;
}

export type Api = OpenAPIHono<AppEnv>;
export type ApiContext = Context<AppEnv>;

export interface RouteDeps {
  readonly deps: ServerDeps;
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
    deps,
    database,
    limits,
    buckets: {
      read: buckets(limits.reads),
      write: buckets(limits.writes),
      failedTokens: buckets(limits.failedTokens),
    },
    streams: new Map(),
    ...(objects && { objects }),
    meters: createMeters(database, objects),
    hub: createEventHub(deps.store),
    now: deps.now ?? (() => new Date()),
    slugs: new Map(),
    storedFiles: storedFiles(deps.store),
  };
}
