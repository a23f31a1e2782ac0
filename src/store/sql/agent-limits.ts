/** How many runs of an agent may run at once, across all workers. */
import type { Database } from "./schema/database.ts";
import { toTextColumn } from "./text.ts";

/** Sets the limits of the one process that owns the store. Limits that are no longer configured are deleted. */
export async function replaceAgentLimits(database: Database, limits: Readonly<Record<string, number>>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("agent_limits").execute();
    await setAgentLimits(transaction, limits);
  });
}

/** Writes the limits this process was configured with; the last writer wins. */
export async function setAgentLimits(database: Database, limits: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(limits).map(([agent, max_running]) => ({ agent: toTextColumn(agent), max_running }));
  if (rows.length === 0) return;
  await database
    .insertInto("agent_limits")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("agent").doUpdateSet({ max_running: (by) => by.ref("excluded.max_running") }),
    )
    .execute();
}
