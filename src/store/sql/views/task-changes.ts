/** The reports in which scenarios were not the same as in the report before: their tasks, checks or settings had changed. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";

export interface TaskChange {
  readonly at: Date;
  readonly report_id: string;
  /** The scenarios that changed, by key. */
  readonly scenarios: readonly string[];
}

/** More are not worth a line in a chart. */
const maxChanges = 50;

/** The newest changes, oldest first. Hashes are compared for the same scenario and agent, in the order of reports. */
export async function readTaskChanges(database: Database, workspaceId: string): Promise<TaskChange[]> {
  const { rows } = await sql<TaskChange>`with tasks as (
      select report_id, scenario_key, agent, min(queued_at) as at, min(scenario_hash) as hash from runs
      where workspace_id = ${workspaceId} and report_id is not null and status = 'finished' group by 1, 2, 3),
    followed as (
      select *, lag(hash) over (partition by scenario_key, agent order by at, report_id) as before from tasks),
    moments as (select report_id, min(at) as at from tasks group by 1)
    select moments.at, moments.report_id, json_agg(distinct followed.scenario_key) as scenarios
    from followed join moments using (report_id)
    where followed.before is not null and followed.before <> followed.hash
    group by 1, 2 order by 1 desc limit ${maxChanges}`.execute(database);
  return rows.toReversed();
}
