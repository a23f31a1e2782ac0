/** What is known of a run while it goes on: its turns, what it has cost so far, its transcript in chunks. */
import { sql } from "kysely";
import { addRunFile, type NewRunFile } from "../files/run-files.ts";
import { putBytes } from "../files/blobs.ts";
import type { Database } from "../schema/database.ts";
import { addEvents } from "./run-events.ts";
import type { Attempt, RunRow } from "./runs.ts";

/** A part of a transcript: compressed lines of JSON, and the numbers of the entries inside. */
export interface StoredChunk {
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly content: Uint8Array;
}

/** Tells whoever watches that a turn began or ended. False: the claim is gone. */
export async function tellTurn(
  database: Database,
  attempt: Attempt,
  data: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return await whileHeld(database, attempt, async (transaction, { workspace_id: workspaceId }) => {
    const told = { ...data, attempt: attempt.attempt };
    await addEvents(transaction, [{ workspaceId, runId: attempt.runId, type: "run.turn", data: told }]);
  });
}

/** What the attempt has cost so far, which is all that is left of it if it is lost. False: the claim is gone. */
export async function noteCost(database: Database, { runId, attempt }: Attempt, costMicros: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("runs")
    .set({ cost_micros: sql<number>`greatest(cost_micros, ${costMicros})` })
    .where("id", "=", runId)
    .where("attempt", "=", attempt)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Adds a chunk to the transcript of an attempt. False: the claim is gone. */
export async function addChunk(database: Database, attempt: Attempt, chunk: StoredChunk): Promise<boolean> {
  return await whileHeld(database, attempt, (transaction) => putChunk(transaction, attempt, chunk));
}

/** A transcript whose entries are numbered from there on. */
export type ChunksFrom = (start: number) => Iterable<StoredChunk>;

/** Puts a whole transcript in place of what there was of it, in one step for whoever reads. False: the claim is gone. */
export async function replaceTranscript(database: Database, attempt: Attempt, chunks: ChunksFrom): Promise<boolean> {
  return await whileHeld(database, attempt, async (transaction, { transcript_start }) => {
    await removeChunks(transaction, attempt);
    for (const chunk of chunks(transcript_start)) await putChunk(transaction, attempt, chunk);
  });
}

/**
 * Forgets what was seen of an attempt that begins once more. Its numbers go on after those that were given out, so that
 * whoever asks for what comes after one of them misses nothing. False: the claim is gone.
 */
export async function forgetProgress(database: Database, attempt: Attempt, start: number): Promise<boolean> {
  return await whileHeld(database, attempt, async (transaction) => {
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
  // Small, and part of the transaction: never an object.
  const store = { database: transaction };
  const sha256 = await putBytes(store, content, { mediaType: "application/x-ndjson", encoding: "gzip" });
  const file: NewRunFile = { kind: "transcript", path, sha256, indexes: { first, last } };
  await addRunFile(transaction, attempt, file);
}

type HeldRun = Pick<RunRow, "workspace_id" | "transcript_start">;

/** Does something to a run in one transaction, if this attempt still holds it. */
async function whileHeld(
  database: Database,
  { runId, attempt }: Attempt,
  work: (transaction: Database, run: HeldRun) => Promise<void>,
): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<HeldRun>`select workspace_id, transcript_start from runs
      where id = ${runId} and attempt = ${attempt} and status = 'running' for share`.execute(transaction);
    const [run] = rows;
    if (run === undefined) return false;
    await work(transaction, run);
    return true;
  });
}
