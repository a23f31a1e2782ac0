/** Events of runs for live views: numbered, short-lived, and read without gaps. */
import { type Selectable, sql } from "kysely";
import type { Database } from "../schema/database.ts";
import type { RunEventTable } from "../schema/tables/run-history.ts";
import { toJsonColumn } from "../text.ts";

const runEventTypes = [
  "run.queued",
  "run.started",
  "run.stage",
  "run.turn",
  "run.scored",
  "run.finished",
  "run.cancelled",
  "report.changed",
  "competition.changed",
  "worker.changed",
] as const;
export type RunEventType = (typeof runEventTypes)[number];

/** Used instead of a workspace id for events that concern all workspaces. */
export const allWorkspaces = "";

export interface NewRunEvent {
  readonly workspaceId: string;
  readonly runId?: string;
  readonly type: RunEventType;
  readonly data?: Readonly<Record<string, unknown>>;
}

export type RunEvent = Omit<Selectable<RunEventTable>, "xid">;

/** Adds events; listeners are notified when the transaction commits. */
export async function addEvents(database: Database, events: readonly NewRunEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ workspaceId, runId, type, data }) => ({
    workspace_id: workspaceId,
    run_id: runId ?? null,
    type,
    data: toJsonColumn(data ?? {}),
  }));
  await database.insertInto("run_events").values(rows).execute();
  await sql`select pg_notify('axis_events', '')`.execute(database);
}

export interface EventQuery {
  /** If omitted, all workspaces. */
  readonly workspaceId?: string;
  readonly runId?: string;
  /** Events after this number. */
  readonly after: number;
  readonly limit: number;
}

/**
 * The next events, transaction by transaction. Numbers are assigned before their transactions commit, and a later
 * transaction may have a lower number. So reading by number or by time could skip events; reading by transaction,
 * once all earlier transactions have ended, cannot.
 */
export async function readEvents(database: Database, query: EventQuery): Promise<RunEvent[]> {
  let select = database
    .selectFrom("run_events")
    .select(["seq", "workspace_id", "run_id", "type", "data", "at"])
    .where(sql<boolean>`(xid, seq) > (${selectTransaction(query.after)}, ${query.after}::bigint)`)
    .where(hasEnded);
  if (query.workspaceId !== undefined) select = select.where("workspace_id", "=", query.workspaceId);
  if (query.runId !== undefined) select = select.where("run_id", "=", query.runId);
  return await select.orderBy("xid").orderBy("seq").limit(query.limit).execute();
}

const hasEnded = sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())`;

/** The transaction that wrote the event; if the event no longer exists, a value before all transactions. */
function selectTransaction(seq: number) {
  return sql`coalesce((select xid from run_events where seq = ${seq}::bigint), '0'::xid8)`;
}

/** The number of the last event that `readEvents` would return now; 0 if there are no events. */
export async function findLastEvent(database: Database): Promise<number> {
  const row = await database
    .selectFrom("run_events")
    .select("seq")
    .where(hasEnded)
    .orderBy("xid", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Whether the event still exists, so that a reader can continue after it. */
export async function hasEvent(database: Database, seq: number): Promise<boolean> {
  const row = await database.selectFrom("run_events").select("seq").where("seq", "=", seq).executeTakeFirst();
  return row !== undefined;
}

/** Deletes events older than that many days, by the database's clock, and returns how many. */
export async function removeOldEvents(database: Database, days: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("run_events")
    .where("at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
