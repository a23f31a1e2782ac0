/** The dependencies of a worker: the database, the queue, its own folder, and the operator's environment. */
import { join } from "node:path";
import type { PlanRequest } from "../config/planning/plan-request.ts";
import type { Queue } from "./queue/queue.ts";
import type { BlobStore } from "../store/sql/files/blob-store.ts";
import type { Database } from "../store/sql/schema/database.ts";
import type { WorkerTelemetry } from "./worker-telemetry.ts";

/** The database, and a log for what happens to the runs in it. */
export interface LoggedDatabase {
  readonly database: Database;
  /** Logs one line about a run or the worker. */
  readonly log: (message: string) => void;
}

/** What reconciling needs: the shared stores, but no folder on this machine, so that a server can do it too. */
export interface ReconcileDeps extends LoggedDatabase, BlobStore {
  readonly queue: Queue;
  /** The worker's id in claims. */
  readonly workerId: string;
}

export interface WorkerDeps extends ReconcileDeps {
  readonly folders: WorkerFolders;
  readonly env: NodeJS.ProcessEnv;
  /** Replaces fields of every sandbox; absent: what the config says. */
  readonly sandbox?: PlanRequest["sandbox"];
  readonly now: () => Date;
  /** Sends telemetry of scored runs. Without it, a server does, if there is one. */
  readonly telemetry?: WorkerTelemetry;
}

/** The dependencies of a worker while it has runs. */
export interface AttemptDeps extends WorkerDeps {
  /** Fires when runs that are still running must be requeued. */
  readonly evicted: AbortSignal;
}

/** What is needed to plan a project on this machine. */
export interface PlanningDeps {
  readonly env: NodeJS.ProcessEnv;
  /** Replaces fields of every sandbox; absent: what the config says. */
  readonly sandbox?: PlanRequest["sandbox"];
  readonly log: (message: string) => void;
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
