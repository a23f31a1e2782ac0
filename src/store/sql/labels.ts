/** Labels from people in a shared database. Rows are only added; the newest of each person counts. */
import { sql } from "kysely";
import { ReviewLabel } from "../../core/review/review-label.ts";
import type { BrokenLine, LabelBook } from "../../core/review/label-book.ts";
import type { Database } from "./schema/database.ts";
import { toJsonColumn, toOptionalTextColumn } from "./text.ts";

/** The labels of one workspace. A label of a run that does not exist is refused by the database. */
export function databaseLabels(database: Database, workspaceId: string): LabelBook {
  return {
    async read() {
      const rows = await database
        .selectFrom("labels")
        .select(["seq", "label"])
        .where("workspace_id", "=", workspaceId)
        .orderBy("seq")
        .execute();
      const labels: ReviewLabel[] = [];
      const broken: BrokenLine[] = [];
      for (const { seq, label } of rows) {
        const { data, error } = ReviewLabel.safeParse(label);
        if (data !== undefined) labels.push(data);
        else broken.push({ place: `label ${seq}`, why: error.issues[0]?.message ?? "is not a label" });
      }
      return { labels, broken };
    },
    async add(label) {
      await database
        .insertInto("labels")
        .values({
          workspace_id: workspaceId,
          run_id: toOptionalTextColumn(label.id),
          label: toJsonColumn(label),
        })
        .execute();
    },
  };
}

/** A run with what its judges said, as the queue of checks needs it. */
export interface JudgedRunRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly report_id: string | null;
  readonly scenario_key: string;
  readonly agent: string;
  readonly trial: number;
  readonly run_status: string | null;
  readonly finished_at: Date | null;
  /** Parts of the stored result; null if the run has none. */
  readonly goal: unknown;
  readonly judging: unknown;
  readonly necessity: unknown;
}

export interface JudgedRunFilter {
  readonly workspaceId: string;
  readonly report?: string | undefined;
  readonly limit: number;
}

const columns = sql`
  id, workspace_id, report_id, scenario_key, agent, trial, run_status, finished_at,
  coalesce(judged -> 'goal', result_doc #> '{score,goalAchievement}') as goal,
  coalesce(judged -> 'judging', result_doc #> '{score,judging}') as judging,
  coalesce(judged -> 'necessity', result_doc #> '{score,agent,necessity}') as necessity`;

/** The newest runs that passed or failed. */
export async function listJudgedRuns(
  database: Database,
  { workspaceId, report, limit }: JudgedRunFilter,
): Promise<JudgedRunRow[]> {
  const inReport = report === undefined ? sql`` : sql`and report_id = ${report}`;
  const { rows } = await sql<JudgedRunRow>`
    select ${columns} from (
      select * from runs
      where workspace_id = ${workspaceId} and run_status in ('passed', 'failed') ${inReport}
      order by queued_at desc, id desc limit ${limit}) as newest`.execute(database);
  return rows;
}

/** Undefined if the run does not exist, or belongs to another workspace. */
export async function findJudgedRun(
  database: Database,
  id: string,
  workspaceId: string | undefined,
): Promise<JudgedRunRow | undefined> {
  const inWorkspace = workspaceId === undefined ? sql`` : sql`and workspace_id = ${workspaceId}`;
  const { rows } = await sql<JudgedRunRow>`select ${columns} from runs where id = ${id} ${inWorkspace}`.execute(
    database,
  );
  return rows[0];
}
