/** The rows of runs: insert, find, store facts, cancel. The row of a run is authoritative. */
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { RunFacts } from "../../../core/run/run-facts.ts";
import type { NewRun } from "../../../core/run/run-row.ts";
import type { Database, Tables } from "../schema/database.ts";
import type { RunTable } from "../schema/tables/runs.ts";
import { toJsonColumn, toOptionalTextColumn, toTextColumn } from "../text.ts";
import { addEvents } from "./run-events.ts";

export type RunRow = Selectable<RunTable>;

/** Inserts queued runs and skips ids that already exist. Returns the new ids. */
export async function insertRuns(database: Database, runs: readonly NewRun[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const added = await database
    .insertInto("runs")
    .values(runs.map(toRunColumns))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning(["id", "workspace_id"])
    .execute();
  await addEvents(
    database,
    added.map(({ id, workspace_id }) => ({ workspaceId: workspace_id, runId: id, type: "run.queued" })),
  );
  return added.map(({ id }) => id);
}

function toRunColumns(run: NewRun) {
  return {
    id: run.id,
    workspace_id: run.workspaceId,
    scenario_key: toTextColumn(run.scenarioKey),
    scenario_hash: run.scenarioHash,
    agent: toTextColumn(run.agent),
    model: toOptionalTextColumn(run.model),
    trial: run.trial ?? 1,
    priority: run.priority ?? 0,
    report_id: toOptionalTextColumn(run.reportId),
    bundle_sha256: run.bundleSha256 ?? null,
    trace_context: toOptionalTextColumn(run.traceContext),
    competition_id: run.competitionId ?? null,
    feeds_baseline: run.feedsBaseline ?? true,
  };
}

/** The run, if it exists; with a workspace id, only if it belongs to that workspace. */
export async function findRun(database: Database, id: string, workspaceId?: string): Promise<RunRow | undefined> {
  let query = database.selectFrom("runs").selectAll().where("id", "=", toTextColumn(id));
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  return await query.executeTakeFirst();
}

/** Those of the given runs that exist. */
export async function findRuns(database: Database, ids: readonly string[]): Promise<RunRow[]> {
  return ids.length === 0 ? [] : await database.selectFrom("runs").selectAll().where("id", "in", ids).execute();
}

/** One attempt at a run. Every write names its attempt; if no row matches, the claim is gone. */
export interface Attempt {
  readonly runId: string;
  readonly attempt: number;
}

/** The condition under which an attempt still holds its run. */
export function isHeldBy({ runId, attempt }: Attempt) {
  return (run: ExpressionBuilder<Tables, "runs">) => run.and({ id: runId, attempt, status: "running" });
}

/** Stores the facts for the scorecard, so that the agent need not run again. Returns false if the claim is gone. */
export async function storeFacts(database: Database, attempt: Attempt, facts: RunFacts): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("runs")
    .set({ facts: toJsonColumn(facts) })
    .where(isHeldBy(attempt))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The result of a cancel request. */
export type CancelResult = "cancelled" | "requested" | "finished" | "missing";

/** Cancels a queued run at once, and asks a running one to stop. A second request changes nothing. */
export async function cancelRun(database: Database, id: string): Promise<CancelResult> {
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
        ? ({ status: "cancelled", run_status: "not run", finished_at: sql<Date>`now()` } as const)
        : { cancel_requested_at: sql<Date>`coalesce(cancel_requested_at, now())` };
    await transaction.updateTable("runs").set(change).where("id", "=", id).execute();
    if (run.status === "running") return "requested";
    await addEvents(transaction, [{ workspaceId: run.workspace_id, runId: id, type: "run.cancelled" }]);
    return "cancelled";
  });
}
