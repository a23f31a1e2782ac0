/** The dependencies of a worker: the database, the queue, its own folder, and the operator's environment. */
import { join } from "node:path";
import type { Queue } from "./queue/queue.ts";
import type { BlobStore } from "../store/sql/files/blob-store.ts";
import type { WorkerTelemetry } from "./worker-telemetry.ts";

export interface WorkerDeps extends BlobStore {
  readonly queue: Queue;
  /** The worker's id in claims. */
  readonly workerId: string;
  readonly folders: WorkerFolders;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** Logs one line about a run or the worker. */
  readonly log: (message: string) => void;
  /** Sends telemetry of scored runs. Without it, a server does, if there is one. */
  readonly telemetry?: WorkerTelemetry;
  /** Fires when runs that are still running must be requeued. */
  readonly evicted: AbortSignal;
}

/** The folders of a worker, inside the folder it was started in. */
export interface WorkerFolders {
  /** Unpacked bundles, by hash. */
  readonly bundles: string;
  /** One folder per attempt with the report of that run, deleted once the run is stored. */
  readonly attempts: string;
  /** Results that could not be stored yet. */
  readonly spool: string;
}

export function toWorkerFolders(folder: string): WorkerFolders {
  const under = (name: string) => join(folder, ".axis", name);
  return { bundles: under("bundles"), attempts: under("attempts"), spool: under("spool") };
}

/** The worker's own secrets, which runs never need. */
const workerSecrets = ["AXIS_DATABASE_URL", "AXIS_TOKEN", "AXIS_POSTHOG_KEY", "AXIS_S3_KEY_ID", "AXIS_S3_SECRET"];

/** The part of the operator's environment that runs may use. */
export function toRunEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !workerSecrets.includes(name)));
}
