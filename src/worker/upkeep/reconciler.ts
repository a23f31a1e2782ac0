/** Sets right once a minute what was lost on the way, and removes what is kept no longer: the server's part of it. */
import { messageOf } from "../../core/error.ts";
import { prune } from "../../store/sql/retention/prune.ts";
import { reconcileAlone, type TidyWorld } from "./reconcile.ts";

const everyMs = 60_000;

export type ReconcilerWorld = Pick<TidyWorld, "database" | "objects" | "say"> &
  (Pick<TidyWorld, "queue" | "workerId"> | { readonly queue?: undefined });

/** At once, and then every minute until disposed. A database that is away is looked for again the next time. */
export function startReconciler(world: ReconcilerWorld): AsyncDisposable {
  let busy: Promise<void> | undefined;
  const once = () => {
    busy ??= reconcileOnce(world)
      .catch((error: unknown) => world.say(`Warning: ${messageOf(error)}`))
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

/** An embedded database belongs to this process alone, so there is nobody to keep out. */
async function reconcileOnce(world: ReconcilerWorld): Promise<void> {
  if (world.queue === undefined) await prune(world);
  else await reconcileAlone(world);
}
