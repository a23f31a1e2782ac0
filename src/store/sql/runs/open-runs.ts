/** Runs that are not over, as queues and those who wait for runs ask for them. */
import type { Database } from "../schema/database.ts";
import type { RunRow } from "./runs.ts";

/** All that are claimed. */
export async function runningRuns(database: Database): Promise<RunRow[]> {
  return await database.selectFrom("runs").selectAll().where("status", "=", "running").orderBy("id").execute();
}

/** Those of these runs that are over, one way or the other. */
export async function endedRuns(database: Database, ids: readonly string[]): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  return await database
    .selectFrom("runs")
    .selectAll()
    .where("id", "in", ids)
    .where("status", "in", ["finished", "cancelled"])
    .execute();
}
