/** Workers: who is there, what they serve, when they were last seen; and how many runs an agent may have at once. */
import { type Selectable, sql } from "kysely";
import type { Database } from "./schema/database.ts";
import type { WorkerTable } from "./schema/tables/workers.ts";
import { jsonText, plainText } from "./text.ts";

export type Worker = Selectable<WorkerTable>;

/** A worker not seen for this long is taken for dead; the clock is the database's. */
export const lostAfterSeconds = 45;

export interface NewWorker {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly agents: readonly string[];
  readonly slots: number;
}

/** A worker starts, or starts again under its name. */
export async function registerWorker(database: Database, worker: NewWorker): Promise<void> {
  const values = {
    host: plainText(worker.host),
    version: worker.version,
    agents: jsonText(worker.agents),
    slots: worker.slots,
    state: "ready" as const,
    started_at: sql<Date>`now()`,
    seen_at: sql<Date>`now()`,
  };
  await database
    .insertInto("workers")
    .values({ id: plainText(worker.id), ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** Says that a worker lives. False: it is not known any more. */
export async function noteWorker(database: Database, id: string, state: Worker["state"]): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("workers")
    .set({ state, seen_at: sql<Date>`now()` })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A worker has ended in good order. */
export async function removeWorker(database: Database, id: string): Promise<void> {
  await database.deleteFrom("workers").where("id", "=", id).execute();
}

/** All workers by id, and whether each was seen lately. */
export async function listWorkers(database: Database): Promise<(Worker & { live: boolean })[]> {
  return await database
    .selectFrom("workers")
    .selectAll()
    .select(sql<boolean>`seen_at > now() - make_interval(secs => ${lostAfterSeconds})`.as("live"))
    .orderBy("id")
    .execute();
}

/** Agents that a live worker which still takes runs can serve. */
export async function servedAgents(database: Database): Promise<Set<string>> {
  const workers = await listWorkers(database);
  return new Set(workers.filter(({ live, state }) => live && state === "ready").flatMap(({ agents }) => agents));
}

/** Limits of the one process that owns the store: what it is not told of any more does not hold any more. */
export async function replaceAgentLimits(database: Database, limits: Readonly<Record<string, number>>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("agent_limits").execute();
    await setAgentLimits(transaction, limits);
  });
}

/** Writes the limits this process was configured with; the last one to write wins. */
export async function setAgentLimits(database: Database, limits: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(limits).map(([agent, max_running]) => ({ agent: plainText(agent), max_running }));
  if (rows.length === 0) return;
  await database
    .insertInto("agent_limits")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("agent").doUpdateSet({ max_running: (by) => by.ref("excluded.max_running") }),
    )
    .execute();
}
