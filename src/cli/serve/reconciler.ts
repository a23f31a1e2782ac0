/** What a server sets right by itself, once a minute: lost tokens, dead runs, and what is kept no longer. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Queue } from "../../queue/queue.ts";
import { noteRetention } from "../../store/sql/retention/rules.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { startReconciler } from "../../worker/upkeep/reconciler.ts";
import type { ServeSettings } from "./settings.ts";

export interface Reconciled {
  /** Undefined with an embedded store: its queue is its owner's own matter. */
  readonly queue: Queue | undefined;
  readonly settings: ServeSettings;
  readonly say: (message: string) => void;
}

/** The project's wishes are written down first, so that everybody who reconciles keeps to them. */
export async function reconcileServed(
  { database, objects }: SqlStore,
  { queue, settings, say }: Reconciled,
): Promise<AsyncDisposable> {
  const { project, store } = settings;
  if (project !== null) await noteRetention(database, project.slug, store.retention);
  if (queue === undefined) return startReconciler({ database, objects, say });
  const workerId = `serve-${hostname()}-${randomBytes(3).toString("hex")}`;
  return startReconciler({ database, objects, queue, workerId, say });
}
