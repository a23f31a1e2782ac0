/** Files of a run: transcript chunks, artifacts, patches and logs, each stored under the attempt that created it. */
import { type Selectable, sql } from "kysely";
import type { Attempt } from "../runs/runs.ts";
import type { Database } from "../schema/database.ts";
import type { RunFileTable } from "../schema/tables/files.ts";

export type RunFile = Selectable<RunFileTable> & {
  readonly bytes: number;
  readonly media_type: string;
  readonly encoding: "identity" | "gzip";
};

/** Names a file of an attempt. */
export interface RunFileName {
  readonly kind: RunFile["kind"];
  /** Relative, with forward slashes, and inside its folder. */
  readonly path: string;
}

export interface NewRunFile extends RunFileName {
  readonly sha256: Uint8Array;
  /** For transcript chunks: the numbers of the first and the last event in the chunk. */
  readonly indexes?: { readonly first: number; readonly last: number };
  /** The state the run must be in: running for its worker, the default; finished for a run that ended elsewhere. */
  readonly state?: "running" | "finished";
}

/** The changes that the agent made; one file per attempt. */
export const patchFile = { kind: "patch", path: "changes.patch" } as const;

/** Whether a path may be stored and requested. Repeats the rule of the table, so that requests can be checked early. */
export function isValidFilePath(path: string): boolean {
  if (path === "" || path.length > 1_000 || /[\\\0]/.test(path) || !path.isWellFormed()) return false;
  return !path.split("/").some((segment) => segment === "" || segment === "." || segment === "..");
}

/** Adds a file of the attempt that holds the run. Returns false if the claim is gone. */
export async function addRunFile(
  database: Database,
  { runId, attempt }: Attempt,
  { kind, path, sha256, indexes, state = "running" }: NewRunFile,
): Promise<boolean> {
  if (!isValidFilePath(path)) throw new RangeError("The path of a run's file must be relative");
  const { numAffectedRows } = await sql`
    insert into run_files (run_id, attempt, kind, path, first_index, last_index, blob_sha256)
    select id, attempt, ${kind}, ${path}, ${indexes?.first ?? null}::bigint, ${indexes?.last ?? null}::bigint,
      ${sha256}::bytea
    from runs where id = ${runId} and attempt = ${attempt} and status = ${state}
    on conflict (run_id, attempt, kind, path) do update set blob_sha256 = excluded.blob_sha256,
      first_index = excluded.first_index, last_index = excluded.last_index`.execute(database);
  return numAffectedRows === 1n;
}

/** Deletes the files of one attempt, for example when they are stored elsewhere. */
export async function removeRunFiles(database: Database, { runId, attempt }: Attempt): Promise<void> {
  await database.deleteFrom("run_files").where("run_id", "=", runId).where("attempt", "=", attempt).execute();
}

/** The files of one attempt, sorted by path. */
export async function listRunFiles(
  database: Database,
  { runId, attempt }: Attempt,
  kind: RunFile["kind"],
): Promise<RunFile[]> {
  const files = await selectFiles(database, runId, attempt).where("kind", "=", kind).execute();
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** One file of an attempt. */
export async function findRunFile(
  database: Database,
  { runId, attempt }: Attempt,
  { kind, path }: RunFileName,
): Promise<RunFile | undefined> {
  if (!isValidFilePath(path)) return undefined;
  return await selectFiles(database, runId, attempt)
    .where("kind", "=", kind)
    .where("path", "=", path)
    .executeTakeFirst();
}

/** The transcript chunks with events after this number, in order. */
export async function listTranscriptChunks(
  database: Database,
  { runId, attempt }: Attempt,
  { after, limit }: { after: number; limit: number },
): Promise<RunFile[]> {
  return await selectFiles(database, runId, attempt)
    .where("kind", "=", "transcript")
    .where("last_index", ">", after)
    .orderBy("first_index")
    .limit(limit)
    .execute();
}

function selectFiles(database: Database, runId: string, attempt: number) {
  return database
    .selectFrom("run_files")
    .innerJoin("blobs", "blobs.sha256", "run_files.blob_sha256")
    .selectAll("run_files")
    .select(["blobs.bytes", "blobs.media_type", "blobs.encoding"])
    .where("run_id", "=", runId)
    .where("attempt", "=", attempt);
}
