/** Events of runs, for live views: numbered, short-lived, read without gaps. */
import { type Selectable, sql } from "kysely";
import type { Database, RunEventTable } from "../schema/database.ts";
import { jsonText } from "../text.ts";

export const runEventTypes = [
  "run.queued",
  "run.started",
  "run.stage",
  "run.turn",
  "run.scored",
  "run.finished",
  "run.cancelled",
  "competition.changed",
  "worker.changed",
] as const;
export type RunEventType = (typeof runEventTypes)[number];

export interface NewRunEvent {
  readonly workspaceId: string;
  readonly runId?: string;
  readonly type: RunEventType;
  readonly data?: Readonly<Record<string, unknown>>;
}

export type RunEvent = Omit<Selectable<RunEventTable>, "xid">;

/** Adds events; whoever listens is woken when the transaction commits. */
export async function addEvents(database: Database, events: readonly NewRunEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ workspaceId, runId, type, data }) => ({
    workspace_id: workspaceId,
    run_id: runId ?? null,
    type,
    data: jsonText(data ?? {}),
  }));
  await database.insertInto("run_events").values(rows).execute();
  await sql`select pg_notify('axis_events', '')`.execute(database);
}

export interface EventQuery {
  /** All workspaces where it is left out. */
  readonly workspaceId?: string;
  readonly runId?: string;
  /** Events after this number. */
  readonly after: number;
  readonly limit: number;
}

/**
 * The next events in their order. Numbers are given before their transactions commit, so an event counts only once no
 * transaction that could still bring a lower number is open: then none is ever skipped.
 */
export async function readEvents(database: Database, query: EventQuery): Promise<RunEvent[]> {
  let select = database
    .selectFrom("run_events")
    .select(["seq", "workspace_id", "run_id", "type", "data", "at"])
    .where("seq", ">", query.after)
    .where(sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())`);
  if (query.workspaceId !== undefined) select = select.where("workspace_id", "=", query.workspaceId);
  if (query.runId !== undefined) select = select.where("run_id", "=", query.runId);
  return await select.orderBy("seq").limit(query.limit).execute();
}

/** The lowest and the highest number that can be read now; null where there is none. */
export async function eventRange(database: Database): Promise<{ first: number; last: number } | null> {
  const { first, last } = await database
    .selectFrom("run_events")
    .select(({ fn }) => [fn.min<number | null>("seq").as("first"), fn.max<number | null>("seq").as("last")])
    .where(sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())`)
    .executeTakeFirstOrThrow();
  return first === null || last === null ? null : { first, last };
}

/** Removes events older than that many days, by the clock of the database; gives their number. */
export async function removeOldEvents(database: Database, days: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("run_events")
    .where("at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
