/** Deletes data past its retention period, or counts what would be deleted. */
import { sql } from "kysely";
import { latencyWindow } from "../../../core/run/latency-baseline.ts";
import { removeOldKeys } from "../access/idempotency.ts";
import type { BlobStore } from "../files/blob-store.ts";
import { removeOldEvents } from "../runs/run-events.ts";
import type { Database } from "../schema/database.ts";
import { listRetentionRules } from "./rules.ts";

/** Deletes runs past their retention period, with everything that belongs to them, unless they are still needed. */
interface RetentionBatch {
  readonly workspaceId: string;
  readonly days: number;
  /** The maximum number per batch. */
  readonly limit: number;
}

/** Deletes a batch of runs and returns how many. */
async function removeOldRuns(database: Database, { workspaceId, days, limit }: RetentionBatch): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from runs where id in (
      select run.id from runs as run
      where run.workspace_id = ${workspaceId} and run.status in ('finished', 'cancelled')
        and run.finished_at < now() - make_interval(days => ${days})
        and not ${isInWindow(workspaceId)} and not ${isReferenced} and not ${isInCompetition}
      order by run.finished_at limit ${limit})`.execute(database);
  return Number(numAffectedRows ?? 0n);
}

/** The run is one of the newest samples of its scenario; these include the newest of the whole workspace. */
function isInWindow(workspaceId: string) {
  return sql`exists (
    select 1 from (
      select run_id, row_number() over (partition by scenario_key order by score_seq desc) as place
      from latency_samples where workspace_id = ${workspaceId}) as sample
    where sample.run_id = run.id and sample.place <= ${latencyWindow})`;
}

/** A report or a baseline in the index refers to the run. */
const isReferenced = sql`exists (
  select 1 from documents as document
  where document.workspace_id = run.workspace_id
    and ((document.kind = 'report' and document.id = run.report_id)
      or (document.kind = 'baseline' and document.summary ->> 'reportId' = run.report_id)))`;

/** A competition proposes its work, or it belongs to one that is still running. */
const isInCompetition = sql`exists (
  select 1 from competitions as contest
  where run.id = any (contest.proposed_runs) or (contest.id = run.competition_id and contest.status = 'running'))`;

/** Deletes blobs that nothing refers to any more. */
interface RemovedBlobs {
  readonly blobs: number;
  readonly bytes: number;
}

/** Stored more than a day ago: a blob is stored shortly before its reference, so newer ones may still get one. */
const isOld = sql`blobs.created_at < now() - interval '24 hours'`;

/** Nothing refers to it. A blob that is stored again during the search is no longer old, so it stays. */
const isUnreferenced = sql`${isOld}
  and not exists (select 1 from run_files as file where file.blob_sha256 = blobs.sha256)
  and not exists (select 1 from documents as document where document.blob_sha256 = blobs.sha256)`;

/** Deletes a batch of unreferenced blobs from the database. */
async function removeUnreferencedBlobs(database: Database, limit: number): Promise<RemovedBlobs> {
  const { rows } = await sql<{ bytes: number }>`
    delete from blobs where ${isOld} and sha256 in (
      select sha256 from blobs where location = 'db' and ${isUnreferenced} order by created_at limit ${limit})
    returning bytes`.execute(database);
  return { blobs: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Deletes a batch from the object store. Without an object store, they stay until a process has access to it. */
async function removeUnreferencedObjects({ database, objects }: BlobStore, limit: number): Promise<RemovedBlobs> {
  if (objects === undefined) return { blobs: 0, bytes: 0 };
  const { rows } = await sql<{ sha256: Uint8Array }>`
    select sha256 from blobs where location = 'object' and ${isUnreferenced} order by created_at limit ${limit}`.execute(
    database,
  );
  const removed = [];
  for (const { sha256 } of rows) {
    const remove = (transaction: Database) => removeObject({ database: transaction, objects }, sha256);
    removed.push(await (database.isTransaction ? remove(database) : database.transaction().execute(remove)));
  }
  const bytes = removed.flatMap((each) => each ?? []);
  return { blobs: bytes.length, bytes: bytes.reduce((sum, each) => sum + each, 0) };
}

/**
 * Deletes the row, then the object before the transaction commits: a process that stores the same bytes meanwhile waits
 * for the row, and if the object cannot be deleted, the row stays. Returns its length, or null if it is referenced again.
 */
async function removeObject({ database, objects }: BlobStore, sha256: Uint8Array): Promise<number | null> {
  const { rows } = await sql<{ bytes: number; object_key: string }>`
    delete from blobs where sha256 = ${sha256} and location = 'object' and ${isUnreferenced}
    returning bytes, object_key`.execute(database);
  const [row] = rows;
  if (row === undefined) return null;
  await objects?.remove(row.object_key);
  return row.bytes;
}

/** Rows per batch, so that locks are short and a killed process loses little work. */
const batchSize = 500;
const eventDays = 7;

/** How many of each were deleted. */
export interface PruneCounts {
  readonly runs: number;
  readonly files: number;
  readonly gateTails: number;
  readonly events: number;
  readonly idempotencyKeys: number;
  readonly blobs: number;
  readonly blobBytes: number;
}

/** Safe to repeat and to interrupt at any point. */
export async function prune(store: BlobStore): Promise<PruneCounts> {
  const { database } = store;
  const count = { runs: 0, files: 0, gateTails: 0, blobs: 0, blobBytes: 0 };
  for (const { workspaceId, runsDays, filesDays } of await listRetentionRules(database)) {
    if (runsDays !== null)
      await repeatInBatches(async () => {
        const runs = await removeOldRuns(database, { workspaceId, days: runsDays, limit: batchSize });
        count.runs += runs;
        return runs;
      });
    await repeatInBatches(async () => {
      const { runs, files, gateTails } = await removeOldFiles(database, {
        workspaceId,
        days: filesDays,
        limit: batchSize,
      });
      count.files += files;
      count.gateTails += gateTails;
      return runs;
    });
  }
  const add = ({ blobs, bytes }: RemovedBlobs) => {
    count.blobs += blobs;
    count.blobBytes += bytes;
    return blobs;
  };
  await repeatInBatches(async () => add(await removeUnreferencedBlobs(database, batchSize)));
  const events = await removeOldEvents(database, eventDays);
  const idempotencyKeys = await removeOldKeys(database);
  // This comes last, because the object store may be unavailable while the database is not.
  await repeatInBatches(async () => add(await removeUnreferencedObjects(store, batchSize)));
  return { ...count, events, idempotencyKeys };
}

/** What `prune` would delete after `prepare`: runs both, counts, and rolls back. Objects are only counted. */
export async function previewPrune(
  { database, objects }: BlobStore,
  prepare: (transaction: Database) => Promise<void> = async () => {},
): Promise<PruneCounts> {
  const counted = objects && { ...objects, remove: async () => {} };
  const transaction = await database.startTransaction().execute();
  try {
    await prepare(transaction);
    return await prune({ database: transaction, objects: counted });
  } finally {
    await transaction.rollback().execute();
  }
}

/** Repeats until less than a full batch was deleted. */
async function repeatInBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) >= batchSize);
}

/** Deletes transcripts, logs, artifacts and gate output of old runs. Runs, stages and scores stay. */
interface RemovedFiles {
  /** The number of runs that were checked, including those without files. */
  readonly runs: number;
  readonly files: number;
  readonly gateTails: number;
}

/** Deletes the files of a batch of runs: all files of a run, or none. */
async function removeOldFiles(database: Database, old: RetentionBatch): Promise<RemovedFiles> {
  const remove = (transaction: Database) => removeFilesIn(transaction, old);
  return await (database.isTransaction ? remove(database) : database.transaction().execute(remove));
}

async function removeFilesIn(
  transaction: Database,
  { workspaceId, days, limit }: RetentionBatch,
): Promise<RemovedFiles> {
  const rows = await transaction
    .updateTable("runs")
    .set({ files_removed_at: sql<Date>`now()` })
    .where("id", "in", (from) =>
      from
        .selectFrom("runs")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("files_removed_at", "is", null)
        .where("finished_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
        .orderBy("finished_at")
        .limit(limit),
    )
    .returning("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { runs: 0, files: 0, gateTails: 0 };
  const files = await transaction
    .deleteFrom("run_files")
    .where("run_id", "in", ids)
    .where("kind", "in", ["transcript", "log", "artifact"])
    .executeTakeFirst();
  const tails = await transaction
    .updateTable("gate_results")
    .set({ output_tail: "" })
    .where("run_id", "in", ids)
    .where("output_tail", "<>", "")
    .executeTakeFirst();
  return { runs: ids.length, files: Number(files.numDeletedRows), gateTails: Number(tails.numUpdatedRows) };
}
