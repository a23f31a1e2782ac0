/** Workers: which exist, what they serve, and when they were last seen. Changes are announced as events. */
import { type Selectable, sql } from "kysely";
import { addEvents, allWorkspaces } from "./runs/run-events.ts";
import type { Database } from "./schema/database.ts";
import type { WorkerTable } from "./schema/tables/workers.ts";
import { toJsonColumn, toTextColumn } from "./text.ts";

export type Worker = Selectable<WorkerTable>;

/** A worker that was not seen for this long counts as dead, by the database's clock. */
export const lostAfterSeconds = 45;

export interface NewWorker {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly agents: readonly string[];
  readonly slots: number;
  /** Defaults to ready. */
  readonly state?: Worker["state"];
}

/** Registers a worker that starts, restarts under the same id, or serves different agents than before. */
export async function registerWorker(database: Database, worker: NewWorker): Promise<void> {
  const { state = "ready" } = worker;
  const values = {
    host: toTextColumn(worker.host),
    version: worker.version,
    agents: toJsonColumn(worker.agents),
    slots: worker.slots,
    state,
    started_at: sql<Date>`now()`,
    seen_at: sql<Date>`now()`,
  };
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("workers")
      .values({ id: toTextColumn(worker.id), ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
    await announceWorkers(transaction, [{ id: worker.id, state }]);
  });
}

/** Records that a worker is alive. Returns false if the worker is no longer registered. */
export async function recordHeartbeat(database: Database, id: string, state: Worker["state"]): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom("workers")
      .select("state")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return false;
    const seen = { state, seen_at: sql<Date>`now()` };
    await transaction.updateTable("workers").set(seen).where("id", "=", id).execute();
    if (before.state !== state) await announceWorkers(transaction, [{ id, state }]);
    return true;
  });
}

/** Removes a worker that has shut down cleanly. */
export async function removeWorker(database: Database, id: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const gone = await transaction.deleteFrom("workers").where("id", "=", id).returning("id").execute();
    await announceWorkers(transaction, gone);
  });
}

/** Removes workers that disappeared so long ago that they need not be shown as lost any more. */
export async function removeLostWorkers(database: Database, unseenSeconds: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom("workers")
      .where("seen_at", "<", sql<Date>`now() - make_interval(secs => ${unseenSeconds})`)
      .returning("id")
      .execute();
    await announceWorkers(transaction, gone);
  });
}

/** Announces that a worker started or ended a run of a workspace. */
export async function announceWorkerRuns(
  database: Database,
  { id, state, workspaceId }: { readonly id: string; readonly state: Worker["state"]; readonly workspaceId: string },
): Promise<void> {
  await addEvents(database, [{ workspaceId, type: "worker.changed", data: { worker: id, state } }]);
}

/** Announces changes to all workspaces, because workers serve all of them. A worker without a state is gone. */
async function announceWorkers(
  transaction: Database,
  workers: readonly { readonly id: string; readonly state?: Worker["state"] }[],
): Promise<void> {
  const events = workers.map(({ id, state = "gone" }) => ({ worker: id, state }));
  await addEvents(
    transaction,
    events.map((data) => ({ workspaceId: allWorkspaces, type: "worker.changed", data })),
  );
}

/** All workers sorted by id, and whether each was seen recently. */
export async function listWorkers(database: Database): Promise<(Worker & { live: boolean })[]> {
  return await database
    .selectFrom("workers")
    .selectAll()
    .select(sql<boolean>`seen_at > now() - make_interval(secs => ${lostAfterSeconds})`.as("live"))
    .orderBy("id")
    .execute();
}

/** The agents of all live workers that still take runs. */
export async function listServedAgents(database: Database): Promise<Set<string>> {
  const workers = await listWorkers(database);
  return new Set(workers.filter(({ live, state }) => live && state === "ready").flatMap(({ agents }) => agents));
}
