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

/** A running run, with the newest part of its transcript. */
export interface RunningWork {
  readonly id: string;
  readonly workspace_id: string;
  readonly scenario_key: string;
  readonly agent: string;
  readonly trial: number;
  readonly report_id: string | null;
  readonly started_at: Date | null;
  readonly cost_micros: number | null;
  readonly cancel_requested_at: Date | null;
  /** Null if the agent has not said anything yet. */
  readonly chunk: LastChunk | null;
}

interface LastChunk {
  readonly blob_sha256: Uint8Array;
  readonly encoding: "identity" | "gzip";
  readonly first_index: number | null;
  readonly stored_at: Date;
}

/** More than a person follows at once. */
const maxRunningWork = 50;

/** The running runs of one workspace or of all, oldest first. */
export async function listRunningWork(database: Database, workspaceId?: string): Promise<RunningWork[]> {
  let select = database
    .selectFrom("runs")
    .leftJoinLateral(
      (is) =>
        is
          .selectFrom("run_files")
          .innerJoin("blobs", "blobs.sha256", "run_files.blob_sha256")
          .select(["run_files.blob_sha256", "run_files.first_index", "blobs.encoding", "blobs.created_at as stored_at"])
          .whereRef("run_files.run_id", "=", "runs.id")
          .whereRef("run_files.attempt", "=", "runs.attempt")
          .where("run_files.kind", "=", "transcript")
          .orderBy("run_files.first_index", "desc")
          .limit(1)
          .as("chunk"),
      (join) => join.onTrue(),
    )
    .select(["runs.id", "runs.workspace_id", "runs.scenario_key", "runs.agent", "runs.trial", "runs.report_id"])
    .select(["runs.started_at", "runs.cost_micros", "runs.cancel_requested_at"])
    .select(["chunk.blob_sha256", "chunk.first_index", "chunk.encoding", "chunk.stored_at"])
    .where("runs.status", "=", "running");
  if (workspaceId !== undefined) select = select.where("runs.workspace_id", "=", workspaceId);
  const rows = await select.orderBy("runs.started_at").orderBy("runs.id").limit(maxRunningWork).execute();
  return rows.map(({ blob_sha256, first_index, encoding, stored_at, ...run }) => ({
    ...run,
    chunk:
      blob_sha256 === null || encoding === null || stored_at === null
        ? null
        : { blob_sha256, first_index, encoding, stored_at },
  }));
}
