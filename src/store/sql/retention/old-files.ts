/** Transcripts, logs, artifacts and what gates printed, of runs that ended long ago. Runs, stages and scores stay. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import type { OldOnes } from "./old-runs.ts";

export interface RemovedFiles {
  /** Whose files were looked at, also where there were none. */
  readonly runs: number;
  readonly files: number;
  readonly gateTails: number;
}

/** Removes those of some runs, each with all of its files or not at all. */
export async function removeOldFiles(database: Database, old: OldOnes): Promise<RemovedFiles> {
  const remove = (transaction: Database) => removeIn(transaction, old);
  return await (database.isTransaction ? remove(database) : database.transaction().execute(remove));
}

async function removeIn(transaction: Database, { workspaceId, days, limit }: OldOnes): Promise<RemovedFiles> {
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
