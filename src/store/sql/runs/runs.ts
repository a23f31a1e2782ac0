/** Runs: asked for, claimed, stored facts, cancelled. The row is the truth about a run. */
import { type Selectable, sql } from "kysely";
import type { RunFacts } from "../../../core/run/run-facts.ts";
import type { NewRun } from "../../../core/run/run-row.ts";
import type { Database } from "../schema/database.ts";
import type { RunTable } from "../schema/tables/runs.ts";
import { jsonText, optionalText, plainText } from "../text.ts";
import { addEvents } from "./run-events.ts";

export type RunRow = Selectable<RunTable>;

/** Asks for runs; with an id that is there already nothing is added. Gives the ids that were new. */
export async function insertRuns(database: Database, runs: readonly NewRun[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const added = await database
    .insertInto("runs")
    .values(runs.map(columnsOf))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning(["id", "workspace_id"])
    .execute();
  await addEvents(
    database,
    added.map(({ id, workspace_id }) => ({ workspaceId: workspace_id, runId: id, type: "run.queued" })),
  );
  return added.map(({ id }) => id);
}

function columnsOf(run: NewRun) {
  return {
    id: run.id,
    workspace_id: run.workspaceId,
    scenario_key: plainText(run.scenarioKey),
    scenario_hash: run.scenarioHash,
    agent: plainText(run.agent),
    model: optionalText(run.model),
    trial: run.trial ?? 1,
    priority: run.priority ?? 0,
    report_id: optionalText(run.reportId),
    bundle_sha256: run.bundleSha256 ?? null,
    trace_context: optionalText(run.traceContext),
    competition_id: run.competitionId ?? null,
    feeds_baseline: run.feedsBaseline ?? true,
  };
}

/** The run, if there is one; of that workspace alone where one is named. */
export async function findRun(database: Database, id: string, workspaceId?: string): Promise<RunRow | undefined> {
  let query = database.selectFrom("runs").selectAll().where("id", "=", plainText(id));
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  return await query.executeTakeFirst();
}

/** Those of these runs that are there. */
export async function findRuns(database: Database, ids: readonly string[]): Promise<RunRow[]> {
  return ids.length === 0 ? [] : await database.selectFrom("runs").selectAll().where("id", "in", ids).execute();
}

/** One delivery of a run: every write names it, and one that matches no row means the claim is gone. */
export interface Attempt {
  readonly runId: string;
  readonly attempt: number;
}

/** Stores what the card will be made of, so that the agent need not run again. False: the claim is gone. */
export async function storeFacts(database: Database, { runId, attempt }: Attempt, facts: RunFacts): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("runs")
    .set({ facts: jsonText(facts) })
    .where("id", "=", runId)
    .where("attempt", "=", attempt)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What became of a wish to cancel. */
export type Cancelled = "cancelled" | "requested" | "finished" | "missing";

/** Ends a queued run at once; asks a running one to stop. The second wish changes nothing. */
export async function cancelRun(database: Database, id: string): Promise<Cancelled> {
  return await database.transaction().execute(async (transaction) => {
    const run = await transaction
      .selectFrom("runs")
      .select(["status", "workspace_id"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (run === undefined) return "missing";
    if (run.status === "finished") return "finished";
    if (run.status === "cancelled") return "cancelled";
    const change =
      run.status === "queued"
        ? ({ status: "cancelled", finished_at: sql<Date>`now()` } as const)
        : { cancel_requested_at: sql<Date>`coalesce(cancel_requested_at, now())` };
    await transaction.updateTable("runs").set(change).where("id", "=", id).execute();
    if (run.status === "running") return "requested";
    await addEvents(transaction, [{ workspaceId: run.workspace_id, runId: id, type: "run.cancelled" }]);
    return "cancelled";
  });
}
