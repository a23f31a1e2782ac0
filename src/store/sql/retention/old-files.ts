/** Deletes transcripts, logs, artifacts and gate output of old runs. Runs, stages and scores stay. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import type { RetentionBatch } from "./old-runs.ts";

export interface RemovedFiles {
  /** The number of runs that were checked, including those without files. */
  readonly runs: number;
  readonly files: number;
  readonly gateTails: number;
}

/** Deletes the files of a batch of runs: all files of a run, or none. */
export async function removeOldFiles(database: Database, old: RetentionBatch): Promise<RemovedFiles> {
  const remove = (transaction: Database) => removeFilesIn(transaction, old);
  return await (database.isTransaction ? remove(database) : database.transaction().execute(remove));
}

async function removeFilesIn(transaction: Database, { workspaceId, days, limit }: RetentionBatch): Promise<RemovedFiles> {
  const rows = await transaction
    .updateTable("runs")
    .set({ files_removed_at: sql<Date>`now()` })
    .where("id", "in", (from) =>
      from
        .selectFrom("runs")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("files_removed_at", "is", null)
        .where("finished_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
        .orderBy("finished_at")
        .limit(limit),
    )
    .returning("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { runs: 0, files: 0, gateTails: 0 };
  const files = await transaction
    .deleteFrom("run_files")
    .where("run_id", "in", ids)
    .where("kind", "in", ["transcript", "log", "artifact"])
    .executeTakeFirst();
  const tails = await transaction
    .updateTable("gate_results")
    .set({ output_tail: "" })
    .where("run_id", "in", ids)
    .where("output_tail", "<>", "")
    .executeTakeFirst();
  return { runs: ids.length, files: Number(files.numDeletedRows), gateTails: Number(tails.numUpdatedRows) };
}
