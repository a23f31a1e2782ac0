/** Claims: one transaction decides which worker gets a run, and whether its agent may have another one. */
import { type RawBuilder, sql } from "kysely";
import { toTextColumn } from "../text.ts";
import type { Database } from "../schema/database.ts";
import { lostAfterSeconds } from "../workers.ts";
import { addEvents } from "./run-events.ts";
import { type Attempt, isHeldBy, type RunRow } from "./runs.ts";

export interface RunClaimRequest {
  readonly runId: string;
  readonly workerId: string;
  /** The queue's token, the same for every delivery. */
  readonly tokenId: string;
  /** The run is claimed only to be finished, so the agent's limit does not apply. */
  readonly isToFinish?: true;
}

/** `done`: finished, cancelled, or claimed by another worker. `full`: the agent is at its limit. */
export type ClaimResult =
  | { readonly status: "claimed"; readonly run: RunRow }
  | { readonly status: "done" }
  | { readonly status: "full" };

/** Claims a run that is queued, or whose owner held the same token or was lost. */
export async function claimRun(database: Database, claimant: RunClaimRequest): Promise<ClaimResult> {
  return await database.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, claimant.runId);
    if (run === undefined || run.status === "finished" || run.status === "cancelled") return { status: "done" };
    if (run.status === "queued" && run.cancel_requested_at !== null) {
      await cancelQueued(transaction, run);
      return { status: "done" };
    }
    if (run.status === "running" && run.token_id !== claimant.tokenId && !(await isOwnerLost(transaction, run)))
      return { status: "done" };
    const takesRoom = run.status === "queued" && claimant.isToFinish !== true;
    if (takesRoom && !(await hasRoom(transaction, run.agent))) return { status: "full" };
    return { status: "claimed", run: await takeRun(transaction, claimant) };
  });
}

async function lockRun(transaction: Database, runId: string): Promise<RunRow | undefined> {
  return await transaction.selectFrom("runs").selectAll().where("id", "=", runId).forUpdate().executeTakeFirst();
}

async function cancelQueued(transaction: Database, { id, workspace_id }: RunRow): Promise<void> {
  const change = { status: "cancelled", run_status: "not run", finished_at: sql<Date>`now()` } as const;
  await transaction.updateTable("runs").set(change).where("id", "=", id).execute();
  await addEvents(transaction, [{ workspaceId: workspace_id, runId: id, type: "run.cancelled" }]);
}

/** Whether its owner has not been seen for too long, by the database's clock. */
async function isOwnerLost(transaction: Database, { worker_id }: RunRow): Promise<boolean> {
  const seen = await transaction
    .selectFrom("workers")
    .select("id")
    .where("id", "=", worker_id ?? "")
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${lostAfterSeconds})`)
    .executeTakeFirst();
  return seen === undefined;
}

/** Counts while the agent's row is locked, so that the limit is exact across all machines. */
async function hasRoom(transaction: Database, agent: string): Promise<boolean> {
  const limit = await transaction
    .selectFrom("agent_limits")
    .select("max_running")
    .where("agent", "=", agent)
    .forUpdate()
    .executeTakeFirst();
  if (limit === undefined) return true;
  const { running } = await transaction
    .selectFrom("runs")
    .select(({ fn }) => fn.countAll<number>().as("running"))
    .where("agent", "=", agent)
    .where("status", "=", "running")
    .executeTakeFirstOrThrow();
  return running < limit.max_running;
}

async function takeRun(transaction: Database, { runId, workerId, tokenId }: RunClaimRequest): Promise<RunRow> {
  const run = await transaction
    .updateTable("runs")
    .set({
      status: "running",
      attempt: sql<number>`attempt + 1`,
      worker_id: toTextColumn(workerId),
      token_id: tokenId,
      transcript_start: 0,
      started_at: sql<Date>`coalesce(started_at, now())`,
      ...toLostCostColumns(),
    })
    .where("id", "=", runId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const data = { attempt: run.attempt, agent: run.agent };
  await addEvents(transaction, [{ workspaceId: run.workspace_id, runId, type: "run.started", data }]);
  return run;
}

/** Keeps the cost of a lost attempt separately. If its facts are stored, the attempt was not lost. */
function toLostCostColumns() {
  return {
    lost_cost_micros: sql<number>`lost_cost_micros + case when facts is null then coalesce(cost_micros, 0) else 0 end`,
    cost_micros: sql<number | null>`case when facts is null then null else cost_micros end`,
  };
}

/** Requeues a run for a worker that shuts down. Returns false if the claim is gone. */
export async function releaseRun(database: Database, attempt: Attempt): Promise<boolean> {
  return await requeueAttempt(database, attempt, 0);
}

/** Requeues a run whose process has died. */
export async function requeueLost(database: Database, attempt: Attempt): Promise<boolean> {
  return await requeueAttempt(database, attempt, sql<number>`losses + 1`);
}

/** Requeues a run whose process was stopped before it could do so itself. This does not count as a loss. */
export async function requeueStopped(database: Database, attempt: Attempt): Promise<boolean> {
  return await requeueAttempt(database, attempt, sql<number>`losses`);
}

async function requeueAttempt(
  database: Database,
  attempt: Attempt,
  losses: number | RawBuilder<number>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("runs")
    .set({ status: "queued", worker_id: null, token_id: null, losses, ...toLostCostColumns() })
    .where(isHeldBy(attempt))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the claim still holds, and whether a cancel was requested. */
export async function claimState(database: Database, attempt: Attempt): Promise<"held" | "cancel-requested" | "gone"> {
  const run = await database
    .selectFrom("runs")
    .select("cancel_requested_at")
    .where(isHeldBy(attempt))
    .executeTakeFirst();
  if (run === undefined) return "gone";
  return run.cancel_requested_at === null ? "held" : "cancel-requested";
}
