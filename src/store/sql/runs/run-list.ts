/** The list of runs: with exact filters, newest or best first, page by page. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { RunStatus } from "../../../core/report/run-status.ts";
import type { CardTier } from "../../../core/run/run-scorecard.ts";
import { type Page, type PageRequest, toPage, readCursor } from "../page.ts";
import type { Database, Tables } from "../schema/database.ts";
import { toTextColumn } from "../text.ts";

export interface RunFilter {
  readonly workspaceId?: string;
  readonly agent?: string;
  readonly scenario?: string;
  readonly status?: "queued" | "running" | "finished" | "cancelled";
  /** How the run ended for its agent; for open runs, their state in the queue. */
  readonly runStatus?: RunStatus | "queued" | "running";
  readonly outcome?: "COMPLETED" | "BLOCKED" | "FAILED";
  /** `Unranked` means runs without a score. */
  readonly tier?: CardTier | "Unranked";
  readonly competition?: string;
  readonly report?: string;
  /** Queued at that moment or later. */
  readonly since?: Date;
  /** Queued before that moment. */
  readonly until?: Date;
  /** Bounds of the AXIS Result. */
  readonly minResult?: number;
  readonly maxResult?: number;
  /** Bounds of the scorecard. */
  readonly minScore?: number;
  readonly maxScore?: number;
}

/** Sorting by AXIS Result (`result`) or by scorecard (`score`) lists only runs that have one. */
export type RunSort = "newest" | "result" | "score";

const columns = [
  "runs.id",
  "runs.workspace_id",
  "runs.scenario_key",
  "runs.agent",
  "runs.model",
  "runs.trial",
  "runs.report_id",
  "runs.competition_id",
  "runs.status",
  "runs.outcome",
  "runs.reason",
  "runs.why",
  "runs.counted",
  "runs.attempt",
  "runs.queued_at",
  "runs.started_at",
  "runs.finished_at",
  "runs.wall_ms",
  "runs.cost_micros",
  "runs.axis_result",
  "runs.run_status",
  "runs.repair_loops",
  "score.score",
  "score.tier",
  "score.score_seq",
] as const;

export type ListedRun = Awaited<ReturnType<typeof readRows>>[number];

export interface RunQuery {
  readonly filter: RunFilter;
  readonly sort: RunSort;
}

/** One page of runs. */
export async function listRuns(database: Database, query: RunQuery, request: PageRequest): Promise<Page<ListedRun>> {
  const filters = { list: "runs", ...query };
  const cursor = readCursor(request.cursor, { filters, kind: query.sort === "newest" ? "moment" : "number" });
  const rows = await readRows(database, query, { cursor, limit: request.limit + 1 });
  return toPage(rows, {
    limit: request.limit,
    filters,
    keyOf: (row) => toCursorKey(row, query.sort),
  });
}

function toCursorKey(row: ListedRun, sort: RunSort): { key: string; id: string } {
  if (sort === "newest") return { key: row.queued_at_text, id: row.id };
  if (sort === "result") return { key: String(row.axis_result ?? 0), id: row.id };
  return { key: String(row.score ?? 0), id: String(row.score_seq ?? 0) };
}

type Joined = SelectQueryBuilder<Tables & { score: Tables["agent_run_scores"] }, "runs" | "score", object>;
interface Part {
  readonly cursor: { readonly key: string; readonly id: string } | null;
  readonly limit: number;
}

async function readRows(database: Database, query: RunQuery, part: Part) {
  return await runListQuery(database, query, part).execute();
}

/** How many runs the filter keeps, by status; open runs by their state in the queue. */
export async function countRunStatuses(database: Database, filter: RunFilter): Promise<Record<string, number>> {
  const joined = database.selectFrom("runs").leftJoin("agent_run_scores as score", "score.run_id", "runs.id");
  const word = sql<string>`case when runs.status in ('queued', 'running') then runs.status
    else coalesce(runs.run_status, 'unknown') end`;
  const rows = await applyFilter(joined as unknown as Joined, filter, "newest")
    .select([word.as("word"), sql<number>`count(*)`.as("runs")])
    .groupBy(word)
    .execute();
  return Object.fromEntries(rows.map(({ word: status, runs }) => [status, runs]));
}

/** The query itself, exported so that tests can EXPLAIN it. */
export function runListQuery(database: Database, { filter, sort }: RunQuery, { cursor, limit }: Part) {
  const from = database.selectFrom("runs");
  const joined =
    sort === "score"
      ? from.innerJoin("agent_run_scores as score", "score.run_id", "runs.id")
      : from.leftJoin("agent_run_scores as score", "score.run_id", "runs.id");
  const kept = applyFilter(joined as unknown as Joined, filter, sort);
  const whose = filter.workspaceId === undefined ? "all" : "one";
  return orderRuns(kept, sort, { cursor, whose })
    .select([...columns])
    .select(
      sql<string>`to_char(runs.queued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("queued_at_text"),
    )
    .limit(limit);
}

interface Order {
  readonly cursor: Part["cursor"];
  readonly whose: keyof typeof keys;
}

function orderRuns(query: Joined, sort: RunSort, { cursor, whose }: Order): Joined {
  if (sort === "score") return orderBestFirst(query, cursor, whose);
  return sort === "result" ? orderByResult(query, cursor) : orderNewestFirst(query, cursor, whose);
}

/** The highest AXIS Result first; of equal ones, the newest id. */
function orderByResult(query: Joined, cursor: Part["cursor"]): Joined {
  const known = query.where("runs.axis_result", "is not", null);
  const after =
    cursor === null
      ? known
      : known.where(sql<boolean>`(runs.axis_result, runs.id) < (${cursor.key}::integer, ${cursor.id})`);
  return after.orderBy("runs.axis_result", "desc").orderBy("runs.id", "desc");
}

/** The list of all workspaces has separate indexes on these expressions. */
const keys = {
  one: { newest: sql`runs.queued_at`, score: sql`score.score` },
  all: { newest: sql`(runs.queued_at at time zone 'UTC')`, score: sql`(score.score::integer)` },
} as const;

/** JavaScript dates have milliseconds, the database has microseconds: the cursor contains the database's own text. */
function orderNewestFirst(query: Joined, cursor: Part["cursor"], whose: keyof typeof keys): Joined {
  const key = keys[whose].newest;
  const moment =
    whose === "one" ? sql`${cursor?.key}::timestamptz` : sql`(${cursor?.key}::timestamptz at time zone 'UTC')`;
  const after = cursor === null ? query : query.where(sql<boolean>`(${key}, runs.id) < (${moment}, ${cursor.id})`);
  return after.orderBy(key, "desc").orderBy("runs.id", "desc");
}

function orderBestFirst(query: Joined, cursor: Part["cursor"], whose: keyof typeof keys): Joined {
  const key = keys[whose].score;
  const after =
    cursor === null
      ? query
      : query.where(sql<boolean>`(${key}, score.score_seq) < (${cursor.key}::integer, ${cursor.id}::bigint)`);
  return after.orderBy(key, "desc").orderBy("score.score_seq", "desc");
}

function applyFilter(query: Joined, filter: RunFilter, sort: RunSort): Joined {
  const { workspaceId, agent, scenario, status, runStatus, outcome, competition, report } = filter;
  let kept = query;
  // Filters by workspace on the sorted table, so that one index serves both.
  const side = sort === "score" ? "score" : "runs";
  if (workspaceId !== undefined) kept = kept.where(`${side}.workspace_id`, "=", workspaceId);
  if (agent !== undefined) kept = kept.where(`${side}.agent`, "=", toTextColumn(agent));
  if (scenario !== undefined) kept = kept.where(`${side}.scenario_key`, "=", toTextColumn(scenario));
  if (status !== undefined) kept = kept.where("runs.status", "=", status);
  if (runStatus === "queued" || runStatus === "running") kept = kept.where("runs.status", "=", runStatus);
  else if (runStatus !== undefined) kept = kept.where("runs.run_status", "=", runStatus);
  if (outcome !== undefined) kept = kept.where("runs.outcome", "=", outcome);
  if (competition !== undefined) kept = kept.where("runs.competition_id", "=", toTextColumn(competition));
  if (report !== undefined) kept = kept.where("runs.report_id", "=", toTextColumn(report));
  return applyRangeFilter(applyScoreFilter(kept, filter), filter);
}

function applyRangeFilter(query: Joined, { since, until, minResult, maxResult }: RunFilter): Joined {
  let kept = query;
  if (since !== undefined) kept = kept.where("runs.queued_at", ">=", since);
  if (until !== undefined) kept = kept.where("runs.queued_at", "<", until);
  if (minResult !== undefined) kept = kept.where("runs.axis_result", ">=", minResult);
  if (maxResult !== undefined) kept = kept.where("runs.axis_result", "<=", maxResult);
  return kept;
}

function applyScoreFilter(query: Joined, { tier, minScore, maxScore }: RunFilter): Joined {
  let kept = query;
  if (tier === "Unranked") kept = kept.where("score.run_id", "is", null);
  else if (tier !== undefined) kept = kept.where("score.tier", "=", tier);
  if (minScore !== undefined) kept = kept.where("score.score", ">=", minScore);
  if (maxScore !== undefined) kept = kept.where("score.score", "<=", maxScore);
  return kept;
}
