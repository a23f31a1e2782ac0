/** All agents with runs: their results, and whether a worker serves them now. */
import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import { listServedAgents } from "../workers.ts";
import { selectScoredRuns, tallyColumns, toTalliedMean, type TalliedMean } from "./tally.ts";

export interface AgentSummary extends TalliedMean {
  readonly agent: string;
  readonly runs: number;
  readonly completed: number;
  readonly passed: number;
  readonly failed: number;
  readonly last_score: number | null;
  /** When its first run was queued: agents keep the color and shape of this order. */
  readonly first_run_at: Date;
  /** Whether a live worker takes runs of this agent. */
  readonly served: boolean;
}

/** All agents of one workspace or of all, sorted by name. */
export async function listAgents(database: Database, workspaceId?: string): Promise<AgentSummary[]> {
  const last = sql<(number | string)[] | null>`max(array[score.score_seq, score.score])
    filter (where score.score is not null)`;
  const rows = await selectScoredRuns(database, workspaceId)
    .select("runs.agent")
    .select([...tallyColumns, last.as("last"), sql<Date>`min(runs.queued_at)`.as("first_run_at")])
    .groupBy("runs.agent")
    .execute();
  const served = await listServedAgents(database);
  return rows
    .toSorted((one, other) => (one.agent < other.agent ? -1 : 1))
    .map(({ agent, runs, completed, passed, failed, last: newest, first_run_at, ...tally }) => ({
      agent,
      runs,
      completed,
      passed,
      failed,
      ...toTalliedMean(tally),
      first_run_at,
      last_score: newest?.[1] === undefined ? null : Number(newest[1]),
      served: served.has(agent),
    }));
}
