/** Running and waiting runs by agent: the queue as shown to people. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";

export interface QueueDepth {
  readonly agent: string;
  readonly queued: number;
  readonly running: number;
}

/** Agents with open runs, sorted by name; of one workspace or of all. */
export async function listQueueDepths(database: Database, workspaceId?: string): Promise<QueueDepth[]> {
  const count = (status: "queued" | "running") => sql<number>`count(*) filter (where status = ${status})`;
  let select = database
    .selectFrom("runs")
    .select(["agent", count("queued").as("queued"), count("running").as("running")])
    .where("status", "in", ["queued", "running"]);
  if (workspaceId !== undefined) select = select.where("workspace_id", "=", workspaceId);
  return await select
    .groupBy("agent")
    .orderBy(sql`agent collate "C"`)
    .execute();
}

export interface HeldRun {
  readonly id: string;
  readonly worker_id: string | null;
  readonly scenario_key: string;
  readonly agent: string;
  readonly started_at: Date | null;
}

/** Running runs and the workers that hold them, oldest first; of one workspace or of all. */
export async function listHeldRuns(database: Database, workspaceId?: string): Promise<HeldRun[]> {
  let select = database
    .selectFrom("runs")
    .select(["id", "worker_id", "scenario_key", "agent", "started_at"])
    .where("status", "=", "running");
  if (workspaceId !== undefined) select = select.where("workspace_id", "=", workspaceId);
  return await select.orderBy("started_at").orderBy("id").limit(maxHeldRuns).execute();
}

/** More than any fleet we know of runs at once. */
const maxHeldRuns = 10_000;
