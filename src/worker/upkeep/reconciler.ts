/** The server's part of reconciling: once a minute, repairs what was lost and deletes expired data. */
import { errorMessage } from "../../core/error.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { prune } from "../../store/sql/retention/prune.ts";
import { removeLostWorkers } from "../../store/sql/workers.ts";
import type { LoggedDatabase, ReconcileDeps } from "../worker-deps.ts";
import { lostWorkerRetentionSeconds, reconcileDatabase } from "./reconcile.ts";

const everyMs = 60_000;

/** An embedded database belongs to this process alone and has no queue. */
interface EmbeddedStore extends LoggedDatabase, BlobStore {
  readonly queue?: undefined;
}

/** Runs at once, and then every minute until disposed. If the database is unavailable, the next run tries again. */
export function startReconciler(deps: ReconcileDeps | EmbeddedStore): AsyncDisposable {
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

/** An embedded database needs no lock. */
async function reconcileOnce(deps: ReconcileDeps | EmbeddedStore): Promise<void> {
  if (deps.queue !== undefined) return await reconcileDatabase(deps);
  await removeLostWorkers(deps.database, lostWorkerRetentionSeconds);
  await prune(deps);
}
