/** The short columns of a run: who owns it and where its files are. The full row contains documents that may be long. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import { toTextColumn } from "../text.ts";
import type { RunRow } from "./runs.ts";

const columns = [
  "id",
  "workspace_id",
  "report_id",
  "status",
  "attempt",
  "files_removed_at",
  "transcript_start",
] as const;
export type RunHead = Pick<RunRow, (typeof columns)[number]> & {
  /** The file with the run's detail, relative to its report. Null if there is none, or if the run has not ended. */
  readonly file?: string | null;
};

/** The run, if it exists; with a workspace id, only if it belongs to that workspace. */
export async function findRunHead(database: Database, id: string, workspaceId?: string): Promise<RunHead | undefined> {
  let query = database
    .selectFrom("runs")
    .select([...columns])
    .select(sql<string | null>`result_doc ->> 'file'`.as("file"))
    .where("id", "=", toTextColumn(id));
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  return await query.executeTakeFirst();
}
