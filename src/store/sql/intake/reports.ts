/** Reads a project's reports into its database: the files are authoritative, the database is an index of them. */
import type { ReportListing } from "../../../core/store.ts";
import type { ReportHeads } from "../../files.ts";
import type { Database } from "../schema/database.ts";
import { type RunWithCard, toRunWithCard, insertRunWithCard, lacksColumns } from "./run-with-card.ts";
import { putReportCompetition } from "./competitions.ts";
import { type DescribeReport, putReportDocument } from "./documents.ts";
import type { ScoringMoments } from "./scoring-moments.ts";

export interface IndexRequest {
  readonly workspaceId: string;
  readonly store: ReportHeads;
  /** When each run was scored, from `.axis/runs.ndjson`. */
  readonly moments: ScoringMoments;
  readonly describe: DescribeReport;
}

export interface IndexResult {
  readonly reports: number;
  /** The number of runs added with their scorecards. */
  readonly added: number;
  /** The number of runs without a readable scorecard: they are not in the index. */
  readonly withoutCard: number;
  /** The reports and runs that could not be read, each with the reason. */
  readonly unreadable: readonly string[];
}

/** Adds new runs in scoring order. Existing rows are not changed, except that a missing status is filled in. */
export async function indexReports(database: Database, intake: IndexRequest): Promise<IndexResult> {
  const { reports, unreadable } = await intake.store.listReportHeads();
  const problems = unreadable.map(({ reportId, why }) => `${reportId}: ${why}`);
  const found: RunWithCard[] = [];
  let withoutCard = 0;
  for (const listing of reports) {
    await putReportDocument(database, { ...intake, sha256: null }, listing.report);
    const read = await readNewRuns(database, intake, listing);
    found.push(...read.carded);
    withoutCard += read.withoutCard;
    problems.push(...read.problems);
  }
  const added = await insertInOrder(database, intake.workspaceId, found);
  for (const { report } of reports) await putReportCompetition(database, intake.workspaceId, report);
  return { reports: reports.length, added, withoutCard, unreadable: problems };
}

/** Deletes everything that came from files and reads them again. Scorecards are not recomputed. */
export async function rebuildIndex(database: Database, intake: IndexRequest): Promise<IndexResult> {
  await database.transaction().execute(async (transaction) => {
    const { workspaceId } = intake;
    await transaction
      .deleteFrom("runs")
      .where("workspace_id", "=", workspaceId)
      .where("report_id", "is not", null)
      .where("status", "=", "finished")
      .execute();
    await transaction
      .deleteFrom("documents")
      .where("workspace_id", "=", workspaceId)
      .where("kind", "=", "report")
      .execute();
    await transaction
      .deleteFrom("competitions")
      .where("workspace_id", "=", workspaceId)
      .where("result", "is not", null)
      .execute();
  });
  return await indexReports(database, intake);
}

interface NewRuns {
  readonly carded: RunWithCard[];
  readonly withoutCard: number;
  readonly problems: string[];
}

async function readNewRuns(
  database: Database,
  { store, moments }: IndexRequest,
  listing: ReportListing,
): Promise<NewRuns> {
  const known = await findKnownRunIds(database, listing);
  const carded: RunWithCard[] = [];
  const problems: string[] = [];
  let withoutCard = 0;
  for (const { runId, file } of listDetailFiles(listing)) {
    if (known.has(runId)) continue;
    try {
      const { head } = await store.openDetail(listing.reportId, file);
      const run = toRunWithCard(head, listing.reportId, moments);
      if (run === null) withoutCard += 1;
      else carded.push(run);
    } catch (error) {
      problems.push(`${listing.reportId}/${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { carded, withoutCard, problems };
}

function listDetailFiles({ report }: ReportListing): { runId: string; file: string }[] {
  return report.results.flatMap(({ runId, file, trials }) => trials ?? [{ runId, file }]);
}

/** A finished run that lacks what newer versions store is read again, because its report knows it. */
async function findKnownRunIds(database: Database, listing: ReportListing): Promise<Set<string>> {
  const ids = listDetailFiles(listing).map(({ runId }) => runId);
  if (ids.length === 0) return new Set();
  const rows = await database
    .selectFrom("runs")
    .select("id")
    .where("id", "in", ids)
    .where((is) => is.or([is.not(lacksColumns(is)), is("status", "!=", "finished")]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function insertInOrder(database: Database, workspaceId: string, runs: readonly RunWithCard[]): Promise<number> {
  const inOrder = runs.toSorted(
    (one, other) => one.scoredAt.getTime() - other.scoredAt.getTime() || (one.card.run_id < other.card.run_id ? -1 : 1),
  );
  let added = 0;
  await database.transaction().execute(async (transaction) => {
    for (const run of inOrder) if (await insertRunWithCard(transaction, workspaceId, run)) added += 1;
  });
  return added;
}
