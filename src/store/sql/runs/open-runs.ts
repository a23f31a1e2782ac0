/** Queries about open and ended runs, for queues and for processes that wait for runs. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import type { RunRow } from "./runs.ts";

/** All claimed runs. */
export async function listRunningRuns(database: Database): Promise<RunRow[]> {
  return await database.selectFrom("runs").selectAll().where("status", "=", "running").orderBy("id").execute();
}

/**
 * Runs of a workspace whose report is not finished: one of its runs is queued or running, or the report is incomplete.
 * Only runs that were queued here, not those that were imported from reports.
 */
export async function listRunsOfOpenReports(database: Database, workspaceId: string): Promise<RunRow[]> {
  const closed = database
    .selectFrom("documents")
    .select("id")
    .where("kind", "=", "report")
    .where("workspace_id", "=", workspaceId)
    .where(sql<boolean>`summary ->> 'state' = 'complete'`);
  const open = database
    .selectFrom("runs")
    .select("report_id")
    .where("workspace_id", "=", workspaceId)
    .where("bundle_sha256", "is", null)
    .where("report_id", "is not", null)
    .where((is) =>
      is.or([
        is("status", "in", ["queued", "running"]),
        is.and([is("token_id", "is not", null), is("report_id", "not in", closed)]),
      ]),
    );
  return await database
    .selectFrom("runs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("report_id", "in", open)
    .orderBy("id")
    .execute();
}

/** Those of the given runs that have finished or were cancelled. */
export async function listEndedRuns(database: Database, ids: readonly string[]): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  return await database
    .selectFrom("runs")
    .selectAll()
    .where("id", "in", ids)
    .where("status", "in", ["finished", "cancelled"])
    .execute();
}

/** Whether a run of one of these agents is queued. */
export async function hasQueuedRun(database: Database, agents: readonly string[]): Promise<boolean> {
  if (agents.length === 0) return false;
  const query = database.selectFrom("runs").select("id").where("status", "=", "queued").where("agent", "in", agents);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Queued runs that have waited at least this long, in queue order: priority, then age. */
export async function listQueuedRuns(
  database: Database,
  { waitingSeconds, limit }: { waitingSeconds: number; limit: number },
): Promise<RunRow[]> {
  return await database
    .selectFrom("runs")
    .selectAll()
    .where("status", "=", "queued")
    .where("queued_at", "<=", sql<Date>`now() - make_interval(secs => ${waitingSeconds})`)
    .orderBy("priority", "desc")
    .orderBy("queued_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
