/** The progress of a running run: its turns, its cost so far, and its transcript in chunks. */
import { sql } from "kysely";
import { addRunFile, type NewRunFile } from "../files/run-files.ts";
import { putBytes } from "../files/blobs.ts";
import type { Database } from "../schema/database.ts";
import { addEvents } from "./run-events.ts";
import { type Attempt, type RunRow, isHeldBy } from "./runs.ts";

/** A part of a transcript: compressed lines of JSON, and the numbers of its entries. */
export interface StoredChunk {
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly content: Uint8Array;
}

/** Announces that a turn began or ended. Returns false if the claim is gone. */
export async function announceTurn(
  database: Database,
  attempt: Attempt,
  data: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return await withHeldRun(database, attempt, async (transaction, { workspace_id: workspaceId }) => {
    const told = { ...data, attempt: attempt.attempt };
    await addEvents(transaction, [{ workspaceId, runId: attempt.runId, type: "run.turn", data: told }]);
  });
}

/** Records the attempt's cost so far, which survives if the attempt is lost. Returns false if the claim is gone. */
export async function recordCost(database: Database, attempt: Attempt, costMicros: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("runs")
    .set({ cost_micros: sql<number>`greatest(cost_micros, ${costMicros})` })
    .where(isHeldBy(attempt))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Adds a chunk to the transcript of an attempt. Returns false if the claim is gone. */
export async function addChunk(database: Database, attempt: Attempt, chunk: StoredChunk): Promise<boolean> {
  return await withHeldRun(database, attempt, (transaction) => putChunk(transaction, attempt, chunk));
}

/** Returns the chunks of a transcript whose entry numbers begin at `start`. */
export type ChunksFrom = (start: number) => Iterable<StoredChunk>;

/** Replaces the stored transcript with a complete one, atomically for readers. Returns false if the claim is gone. */
export async function replaceTranscript(database: Database, attempt: Attempt, chunks: ChunksFrom): Promise<boolean> {
  return await withHeldRun(database, attempt, async (transaction, { transcript_start }) => {
    await removeChunks(transaction, attempt);
    for (const chunk of chunks(transcript_start)) await putChunk(transaction, attempt, chunk);
  });
}

/**
 * Deletes the progress of an attempt that starts again. Entry numbers continue after those already used, so that a
 * reader that asks for entries after one of them misses nothing. Returns false if the claim is gone.
 */
export async function resetProgress(database: Database, attempt: Attempt, start: number): Promise<boolean> {
  return await withHeldRun(database, attempt, async (transaction) => {
    await removeChunks(transaction, attempt);
    await transaction.updateTable("runs").set({ transcript_start: start }).where("id", "=", attempt.runId).execute();
    await transaction
      .deleteFrom("run_stages")
      .where("run_id", "=", attempt.runId)
      .where("attempt", "=", attempt.attempt)
      .execute();
  });
}

async function removeChunks(transaction: Database, { runId, attempt }: Attempt): Promise<void> {
  await transaction
    .deleteFrom("run_files")
    .where("run_id", "=", runId)
    .where("attempt", "=", attempt)
    .where("kind", "=", "transcript")
    .execute();
}

async function putChunk(transaction: Database, attempt: Attempt, chunk: StoredChunk): Promise<void> {
  const { path, first, last, content } = chunk;
  // Chunks are small and part of the transaction, so they never go to the object store.
  const store = { database: transaction };
  const sha256 = await putBytes(store, content, { mediaType: "application/x-ndjson", encoding: "gzip" });
  const file: NewRunFile = { kind: "transcript", path, sha256, indexes: { first, last } };
  await addRunFile(transaction, attempt, file);
}

type HeldRunColumns = Pick<RunRow, "workspace_id" | "transcript_start">;

/** Does work on a run in one transaction, if this attempt still holds it. */
async function withHeldRun(
  database: Database,
  { runId, attempt }: Attempt,
  work: (transaction: Database, run: HeldRunColumns) => Promise<void>,
): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<HeldRunColumns>`select workspace_id, transcript_start from runs
      where id = ${runId} and attempt = ${attempt} and status = 'running' for share`.execute(transaction);
    const [run] = rows;
    if (run === undefined) return false;
    await work(transaction, run);
    return true;
  });
}
