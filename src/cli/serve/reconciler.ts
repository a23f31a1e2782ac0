/** What a server repairs once a minute: lost queue tokens, dead runs, and data past its retention period. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Queue } from "../../worker/queue/queue.ts";
import { saveRetention } from "../../store/sql/retention/rules.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { startReconciler } from "../../worker/upkeep/reconciler.ts";
import type { ServeSettings } from "./settings.ts";

export interface ReconcilerOptions {
  /** Undefined with an embedded store, whose worker looks after the queue. */
  readonly queue: Queue | undefined;
  readonly settings: ServeSettings;
  readonly log: (message: string) => void;
}

/** Stores the project's retention settings first, so that every reconciler uses them. */
export async function openServerReconciler(
  { database, objects }: SqlStore,
  { queue, settings, log }: ReconcilerOptions,
): Promise<AsyncDisposable> {
  const { project, store } = settings;
  if (project !== null) await saveRetention(database, project.slug, store.retention);
  if (queue === undefined) return startReconciler({ database, objects, log });
  const workerId = `serve-${hostname()}-${randomBytes(3).toString("hex")}`;
  return startReconciler({ database, objects, queue, workerId, log });
}
