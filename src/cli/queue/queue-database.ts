/** The shared database and its queue, for commands that require one. */
import { setTimeout as sleep } from "node:timers/promises";
import { AxisError } from "../../core/error.ts";
import type { Queue } from "../../worker/queue/queue.ts";
import { openSqlStore, type StoreChoice } from "../../store/sql/open.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import type { CliDeps } from "../command.ts";
import type { SharedDatabase } from "./queue-target.ts";

/** How long a worker waits until the database has been migrated. */
const migrationWaitMs = 60_000;
const migrationPollMs = 2_000;

export interface SharedQueue extends AsyncDisposable {
  readonly store: SqlStore;
  readonly queue: Queue;
}

export async function openSharedQueue(
  deps: CliDeps,
  { url, objects }: SharedDatabase,
  migrations: StoreChoice["migrations"],
): Promise<SharedQueue> {
  const onWarning = (message: string) => deps.terminal.err(`Warning: ${message}`);
  const store = await openMigrated({ configDir: deps.cwd, url, objects, migrations, onWarning }, deps);
  try {
    const { openPgBossQueue } = await import("../../worker/queue/pg-boss-queue.ts");
    const queue = await openPgBossQueue({ url, onWarning });
    return { store, queue, [Symbol.asyncDispose]: () => closeBoth(store, queue) };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

async function closeBoth(store: SqlStore, queue: Queue): Promise<void> {
  await queue[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
}

/** A command that may not migrate the database waits until it has been migrated. */
async function openMigrated(choice: StoreChoice, { terminal }: CliDeps): Promise<SqlStore> {
  const until = performance.now() + migrationWaitMs;
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await openSqlStore(choice);
    } catch (error) {
      const isBehind = error instanceof AxisError && error.code === "store-mismatch" && choice.migrations === "require";
      if (!isBehind || performance.now() > until) throw error;
      if (!isSaid) terminal.err(`${error.message}; waiting up to a minute for: axis db migrate`);
      await sleep(migrationPollMs);
    }
  }
}
