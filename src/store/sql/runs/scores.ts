/** Queries for scorecards: the short form, the whole scorecard, and the rows of one agent. */
import { type Selectable, sql } from "kysely";
import type { CardTier, RunScorecard } from "../../../core/run/run-scorecard.ts";
import { type Page, type PageRequest, toPage, readCursor } from "../page.ts";
import type { Database } from "../schema/database.ts";
import type { ScoreTable } from "../schema/tables/scores.ts";
import { toScorecard } from "../schema/stored-card.ts";
import { toTextColumn } from "../text.ts";

/** The published shape: these keys, in this order. */
export interface RunScoreSummary {
  readonly run_id: string;
  readonly score: number | null;
  readonly tier: CardTier | "Unranked";
  readonly formula_version: string | null;
  readonly axes: Record<"completion" | "error_rate" | "latency" | "resource_efficiency", number | null>;
}

/** The score of a run, with null in all parts if it has none yet; undefined if the run does not exist. */
export async function findScore(
  database: Database,
  runId: string,
  workspaceId?: string,
): Promise<RunScoreSummary | undefined> {
  let query = database
    .selectFrom("runs")
    .leftJoin("agent_run_scores as score", "score.run_id", "runs.id")
    .where("runs.id", "=", toTextColumn(runId))
    .select([
      "runs.id",
      "score.score",
      "score.tier",
      "score.formula_version",
      "score.completion",
      "score.error_rate",
      "score.latency",
      "score.resource_efficiency",
    ]);
  if (workspaceId !== undefined) query = query.where("runs.workspace_id", "=", workspaceId);
  const row = await query.executeTakeFirst();
  if (row === undefined) return undefined;
  const { completion, error_rate, latency, resource_efficiency } = row;
  return {
    run_id: row.id,
    score: row.score,
    tier: row.tier ?? "Unranked",
    formula_version: row.formula_version,
    axes: { completion, error_rate, latency, resource_efficiency },
  };
}

/** The whole scorecard of a run, if it has one. */
export async function findScorecard(
  database: Database,
  runId: string,
  workspaceId?: string,
): Promise<RunScorecard | undefined> {
  let query = database.selectFrom("agent_run_scores").selectAll().where("run_id", "=", toTextColumn(runId));
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : toScorecard(row);
}

export type ScoreRow = Selectable<ScoreTable>;

export interface AgentScoresFilter {
  readonly workspaceId?: string;
  readonly agent: string;
}

/** The scores of one agent, newest first. */
export async function listAgentScores(
  database: Database,
  filter: AgentScoresFilter,
  request: PageRequest,
): Promise<Page<ScoreRow>> {
  const filters = { list: "agent-scores", ...filter };
  const cursor = readCursor(request.cursor, { filters, kind: "number" });
  let query = database.selectFrom("agent_run_scores").selectAll().where("agent", "=", toTextColumn(filter.agent));
  if (filter.workspaceId !== undefined) query = query.where("workspace_id", "=", filter.workspaceId);
  if (cursor !== null) query = query.where("score_seq", "<", Number(cursor.key));
  const rows = await query
    .orderBy("score_seq", "desc")
    .limit(request.limit + 1)
    .execute();
  return toPage(rows, {
    limit: request.limit,
    filters,
    keyOf: (row) => ({ key: String(row.score_seq), id: row.run_id }),
  });
}

/** Records when the telemetry of a score was delivered. */
export async function markEventSent(database: Database, runId: string, at: Date): Promise<void> {
  await database.updateTable("agent_run_scores").set({ event_sent_at: at }).where("run_id", "=", runId).execute();
}

/** The row of a score, if the run has one. */
export async function findScoreRow(database: Database, runId: string): Promise<ScoreRow | undefined> {
  return await database
    .selectFrom("agent_run_scores")
    .selectAll()
    .where("run_id", "=", toTextColumn(runId))
    .executeTakeFirst();
}

export interface UnsentQuery {
  readonly limit: number;
  /** Skips newer scores, because the process that scored them may still be sending. */
  readonly afterSeconds: number;
}

/** Scores of the last day whose telemetry was not delivered, oldest first. */
export async function listUnsentScores(database: Database, { limit, afterSeconds }: UnsentQuery): Promise<ScoreRow[]> {
  return await database
    .selectFrom("agent_run_scores")
    .selectAll()
    .where("event_sent_at", "is", null)
    .where("scored_at", ">", sql<Date>`now() - interval '24 hours'`)
    .where("scored_at", "<=", sql<Date>`now() - make_interval(secs => ${afterSeconds})`)
    .orderBy("score_seq")
    .limit(limit)
    .execute();
}
