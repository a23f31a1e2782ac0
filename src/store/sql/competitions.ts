/** The rows of competitions: written when one starts and when its report changes, read with how far their runs are. */
import { type Selectable, sql } from "kysely";
import type { Competition, CompetitionRank } from "../../core/report/competition.ts";
import { type Page, type PageRequest, toPage, readCursor } from "./page.ts";
import { readLatencyBaseline, toScopeKey } from "./runs/latency-baseline.ts";
import { addEvents } from "./runs/run-events.ts";
import { cancelRun } from "./runs/runs.ts";
import type { Database } from "./schema/database.ts";
import type { CompetitionTable, RunTable } from "./schema/tables/runs.ts";
import { toJsonColumn, toOptionalTextColumn, toTextColumn } from "./text.ts";

type CompetitionState = CompetitionTable["status"];

/** A competition as it is known before, during or after its runs. */
export interface StoredCompetition {
  readonly id: string;
  readonly workspaceId: string;
  readonly state: CompetitionState;
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
  readonly base: Competition["base"];
  readonly rank: CompetitionRank;
  readonly trials: number;
  readonly concurrency: number;
  readonly plannedRuns: number;
  readonly reportId: string | null;
  readonly result: Competition | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Adds the competition or brings its row up to date, and names it in the runs of its report. One that was cancelled stays so. */
export async function putCompetition(database: Database, competition: StoredCompetition): Promise<void> {
  const { id, workspaceId, reportId } = competition;
  const changing = toChangingColumns(competition);
  const { result } = changing;
  const row = { ...toFixedColumns(competition), ...changing };
  const changed = await database
    .insertInto("competitions")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({
          ...changing,
          status: sql`case when competitions.status = 'cancelled' then 'cancelled' else ${changing.status} end`,
        })
        .where("competitions.workspace_id", "=", workspaceId)
        .where(
          sql<boolean>`((competitions.report_id, competitions.result) is distinct from (${changing.report_id}, ${result}::jsonb)
            or competitions.status not in ('cancelled', ${changing.status}))`,
        ),
    )
    .returning("id")
    .executeTakeFirst();
  if (reportId !== null)
    await database
      .updateTable("runs")
      .set({ competition_id: id })
      .where("report_id", "=", toTextColumn(reportId))
      .where("workspace_id", "=", workspaceId)
      .where("competition_id", "is", null)
      .where((is) => {
        const own = is.selectFrom("competitions").select("id").where("id", "=", id);
        return is.exists(own.where("workspace_id", "=", workspaceId));
      })
      .execute();
  if (changed !== undefined) await addCompetitionEvent(database, { id, workspaceId, state: competition.state });
}

function toFixedColumns(competition: StoredCompetition) {
  const { id, workspaceId, agents, scenarios, base, rank, concurrency, createdAt } = competition;
  return {
    id,
    workspace_id: workspaceId,
    scenarios: toJsonColumn(scenarios),
    agents: toJsonColumn(agents),
    base_commit: base.commit,
    base_ref: toTextColumn(base.ref),
    rank,
    concurrency,
    created_at: createdAt,
  };
}

function toChangingColumns({ state, trials, plannedRuns, reportId, result, finishedAt }: StoredCompetition) {
  return {
    status: state,
    trials,
    planned_runs: plannedRuns,
    report_id: toOptionalTextColumn(reportId),
    result: result === null ? null : toJsonColumn(result),
    proposed_runs: result === null ? [] : result.proposals.map(({ runId }) => runId),
    finished_at: finishedAt,
  };
}

async function addCompetitionEvent(
  database: Database,
  { id, workspaceId, state }: Pick<StoredCompetition, "id" | "workspaceId" | "state">,
): Promise<void> {
  await addEvents(database, [{ workspaceId, type: "competition.changed", data: { competition: id, state } }]);
}

export interface CompetitionFilter {
  readonly workspaceId?: string;
  readonly state?: CompetitionState;
}

/** A row of the list: how the competition stands, without the whole result. */
export interface ListedCompetition {
  readonly id: string;
  readonly workspace_id: string;
  readonly status: CompetitionState;
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
  readonly base_commit: string;
  readonly base_ref: string;
  readonly rank: CompetitionRank;
  readonly trials: number;
  readonly planned_runs: number;
  readonly report_id: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly headline: string | null;
  readonly winner: string | null;
  readonly verdict: Competition["verdict"];
  readonly ended_runs: number;
  readonly running_runs: number;
  readonly passed_runs: number;
}

/** Runs are counted by agent, scenario and trial, because a run that was interrupted has a second row. */
const columns = sql`
  contest.id, contest.workspace_id, contest.status, contest.scenarios, contest.agents, contest.base_commit,
  contest.base_ref, contest.rank, contest.trials, contest.planned_runs, contest.report_id, contest.created_at,
  contest.finished_at, contest.result ->> 'headline' as headline, contest.result ->> 'winner' as winner,
  contest.result ->> 'verdict' as verdict, counted.ended_runs, counted.running_runs, counted.passed_runs`;
const countedRuns = sql`lateral (
  select count(distinct (agent, scenario_key, trial)) filter (where status in ('finished', 'cancelled'))::int as ended_runs,
    count(distinct (agent, scenario_key, trial)) filter (where status = 'running')::int as running_runs,
    count(distinct (agent, scenario_key, trial)) filter (where run_status = 'passed')::int as passed_runs
  from runs where competition_id = contest.id)`;

/** One page of competitions, newest first. */
export async function listCompetitionRows(
  database: Database,
  filter: CompetitionFilter,
  request: PageRequest,
): Promise<Page<ListedCompetition>> {
  const filters = { list: "competitions", ...filter };
  const cursor = readCursor(request.cursor, { filters, kind: "moment" });
  const { workspaceId, state } = filter;
  const conditions = [
    ...(workspaceId === undefined ? [] : [sql`workspace_id = ${workspaceId}`]),
    ...(state === undefined ? [] : [sql`status = ${state}`]),
    ...(cursor === null ? [] : [sql`(created_at, id) < (${cursor.key}::timestamptz, ${cursor.id})`]),
  ];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<ListedCompetition & { created_at_text: string }>`
    select ${columns}, to_char(contest.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at_text
    from (select * from competitions ${where} order by created_at desc, id desc limit ${request.limit + 1}) as contest,
      ${countedRuns} as counted
    order by contest.created_at desc, contest.id desc`.execute(database);
  return toPage(rows, {
    limit: request.limit,
    filters,
    keyOf: (row) => ({ key: row.created_at_text, id: row.id }),
  });
}

/** The competition with its whole result; with a workspace id, only if it belongs to that workspace. */
export async function findCompetitionRow(
  database: Database,
  id: string,
  workspaceId?: string,
): Promise<(ListedCompetition & { readonly result: Competition | null }) | undefined> {
  const bound = workspaceId === undefined ? sql`` : sql`and contest.workspace_id = ${workspaceId}`;
  const { rows } = await sql<ListedCompetition & { result: Competition | null }>`
    select ${columns}, contest.result from competitions as contest, ${countedRuns} as counted
    where contest.id = ${id} ${bound}`.execute(database);
  return rows[0];
}

export type ContestRun = Pick<
  Selectable<RunTable>,
  "id" | "agent" | "scenario_key" | "trial" | "run_status" | "outcome" | "axis_result" | "cost_micros" | "wall_ms"
> & { readonly score: number | null };

/** The runs of a competition that have ended; of a run that was repeated, only the newest. */
export async function listRankedRuns(database: Database, id: string): Promise<ContestRun[]> {
  const { rows } = await sql<ContestRun>`
    select distinct on (run.agent, run.scenario_key, run.trial) run.id, run.agent, run.scenario_key, run.trial,
      run.run_status, run.outcome, run.axis_result, run.cost_micros, run.wall_ms, card.score
    from runs as run left join agent_run_scores as card on card.run_id = run.id
    where run.competition_id = ${id} and run.status = 'finished'
    order by run.agent, run.scenario_key, run.trial, run.id desc`.execute(database);
  return rows;
}

/** Adds a competition that starts now, with the usual times of now; one that is there already stays as it is. */
export async function insertCompetition(
  database: Database,
  competition: Omit<StoredCompetition, "state" | "result" | "finishedAt">,
): Promise<void> {
  const { id, workspaceId, scenarios } = competition;
  if ((await findCompetitionRow(database, id)) !== undefined) return;
  await putCompetition(database, { ...competition, state: "running", result: null, finishedAt: null });
  const keys = [
    { scope: "workspace" as const, scenarioKey: "" },
    ...scenarios.map((scenarioKey) => ({ scope: "scenario" as const, scenarioKey })),
  ];
  const baselines: Record<string, unknown> = {};
  for (const key of keys) baselines[toScopeKey(key)] = await readLatencyBaseline(database, { workspaceId, ...key });
  await database
    .updateTable("competitions")
    .set({ baselines: toJsonColumn(baselines) })
    .where("id", "=", id)
    .execute();
}

/** `elsewhere`: no run of it waits or runs, so only the process that holds it can stop it. */
export type CancelledCompetition = "cancelled" | "finished" | "elsewhere";

/** Cancels a competition with its open runs. A second request cancels what is still open. */
export async function cancelCompetition(database: Database, id: string): Promise<CancelledCompetition> {
  const open = await database
    .selectFrom("runs")
    .select("id")
    .where("competition_id", "=", id)
    .where("status", "in", ["queued", "running"])
    .execute();
  const result = await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom("competitions")
      .select(["status", "workspace_id"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.status === "finished" || row.status === "cancelled") return row.status;
    if (open.length === 0) return "elsewhere";
    const change = { status: "cancelled" as const, finished_at: sql<Date>`now()` };
    await transaction.updateTable("competitions").set(change).where("id", "=", id).execute();
    await addCompetitionEvent(transaction, { id, workspaceId: row.workspace_id, state: "cancelled" });
    return "cancelled";
  });
  if (result === "cancelled") for (const run of open) await cancelRun(database, run.id);
  return result;
}
