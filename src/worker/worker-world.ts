/** What a worker works with: the database, the queue, a folder of its own, and the operator's environment. */
import { join } from "node:path";
import type { Queue } from "../queue/queue.ts";
import type { BlobStore } from "../store/sql/files/blob-store.ts";
import type { ProjectNotice } from "./local/project-notice.ts";
import type { RunTelemetry } from "./run-telemetry.ts";

export interface WorkerWorld extends BlobStore {
  readonly queue: Queue;
  /** Id under which claims are made. */
  readonly workerId: string;
  readonly places: Workplace;
  /** The project whose runs need no bundle: that of the process which owns an embedded store. */
  readonly project?: LocalProject;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** One line for people, about one run or about the worker itself. */
  readonly say: (message: string) => void;
  /** Tells of scored runs; without it a server does, where there is one. */
  readonly telemetry?: RunTelemetry;
  /** Fires when runs that are still going must be put back. */
  readonly evicted: AbortSignal;
}

/** A project on this machine. */
export interface LocalProject {
  readonly configDir: string;
  /** Absolute. */
  readonly configFile: string;
  /** Shared by all who plan it. */
  readonly notice: ProjectNotice;
}

/** Folders below the one a worker was started in. */
export interface Workplace {
  /** Unpacked bundles, by hash. */
  readonly bundles: string;
  /** One per attempt, with the report of that one run; gone when it is stored. */
  readonly attempts: string;
  /** Results that could not be stored yet. */
  readonly spool: string;
}

export function workplaceIn(folder: string): Workplace {
  const under = (name: string) => join(folder, ".axis", name);
  return { bundles: under("bundles"), attempts: under("attempts"), spool: under("spool") };
}

/** Secrets of the worker itself: nothing that it runs has any use for them. */
const ownSecrets = ["AXIS_DATABASE_URL", "AXIS_TOKEN", "AXIS_POSTHOG_KEY", "AXIS_S3_KEY_ID", "AXIS_S3_SECRET"];

/** The operator's environment as runs may use it. */
export function environmentOfRuns(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ownSecrets.includes(name)));
}
