/** The server's part of reconciling: once a minute, repairs what was lost and deletes expired data. */
import { errorMessage } from "../../core/error.ts";
import { prune } from "../../store/sql/retention/prune.ts";
import { removeLostWorkers } from "../../store/sql/workers.ts";
import { lostWorkerRetentionSeconds, reconcileDatabase, type ReconcileDeps } from "./reconcile.ts";

const everyMs = 60_000;

export type ReconcilerDeps = Pick<ReconcileDeps, "database" | "objects" | "log"> &
  (Pick<ReconcileDeps, "queue" | "workerId"> | { readonly queue?: undefined });

/** Runs at once, and then every minute until disposed. If the database is unavailable, the next run tries again. */
export function startReconciler(deps: ReconcilerDeps): AsyncDisposable {
  let busy: Promise<void> | undefined;
  const once = () => {
    busy ??= reconcileOnce(deps)
      .catch((error: unknown) => deps.log(`Warning: ${errorMessage(error)}`))
      .finally(() => (busy = undefined));
  };
  once();
  const timer = setInterval(once, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await busy;
    },
  };
}

/** An embedded database belongs to this process alone, so no lock is needed. */
async function reconcileOnce(deps: ReconcilerDeps): Promise<void> {
  if (deps.queue !== undefined) return await reconcileDatabase(deps);
  await removeLostWorkers(deps.database, lostWorkerRetentionSeconds);
  await prune(deps);
}
