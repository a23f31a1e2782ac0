/** As much of a run as says whose it is and where its files are: its row holds documents, which may be long. */
import type { Database } from "../schema/database.ts";
import { plainText } from "../text.ts";
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
export type RunHead = Pick<RunRow, (typeof columns)[number]>;

/** The run, if there is one; of that workspace alone where one is named. */
export async function findRunHead(database: Database, id: string, workspaceId?: string): Promise<RunHead | undefined> {
  let query = database
    .selectFrom("runs")
    .select([...columns])
    .where("id", "=", plainText(id));
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  return await query.executeTakeFirst();
}
