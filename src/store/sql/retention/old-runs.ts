/** Deletes runs past their retention period, with everything that belongs to them, unless they are still needed. */
import { sql } from "kysely";
import { windowSize } from "../runs/latency-baseline.ts";
import type { Database } from "../schema/database.ts";

export interface RetentionBatch {
  readonly workspaceId: string;
  readonly days: number;
  /** The maximum number per batch. */
  readonly limit: number;
}

/** Deletes a batch of runs and returns how many. */
export async function removeOldRuns(database: Database, { workspaceId, days, limit }: RetentionBatch): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from runs where id in (
      select run.id from runs as run
      where run.workspace_id = ${workspaceId} and run.status in ('finished', 'cancelled')
        and run.finished_at < now() - make_interval(days => ${days})
        and not ${isInWindow(workspaceId)} and not ${isReferenced} and not ${isInCompetition}
      order by run.finished_at limit ${limit})`.execute(database);
  return Number(numAffectedRows ?? 0n);
}

/** The run is one of the newest samples of its scenario; these include the newest of the whole workspace. */
function isInWindow(workspaceId: string) {
  return sql`exists (
    select 1 from (
      select run_id, row_number() over (partition by scenario_key order by score_seq desc) as place
      from latency_samples where workspace_id = ${workspaceId}) as sample
    where sample.run_id = run.id and sample.place <= ${windowSize})`;
}

/** A report or a baseline in the index refers to the run. */
const isReferenced = sql`exists (
  select 1 from documents as document
  where document.workspace_id = run.workspace_id
    and ((document.kind = 'report' and document.id = run.report_id)
      or (document.kind = 'baseline' and document.summary ->> 'reportId' = run.report_id)))`;

/** The run won a competition, or belongs to one that is still running. */
const isInCompetition = sql`exists (
  select 1 from competitions as contest
  where contest.winner_run_id = run.id or (contest.id = run.competition_id and contest.status = 'running'))`;
