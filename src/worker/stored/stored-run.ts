/** Stores a run in the database for its worker, and loads it for the process that waits for it. */
import { readFile } from "node:fs/promises";
import { resolveInside } from "../../core/paths/inside.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { putBytes, readBytes } from "../../store/sql/files/blobs.ts";
import type { GateRun } from "../../core/scenario/gate.ts";
import { gateLogFile } from "../../store/sql/files/log-files.ts";
import {
  addRunFile,
  findRunFile,
  isValidFilePath,
  listRunFiles,
  type NewRunFile,
  patchFile,
} from "../../store/sql/files/run-files.ts";
import { packDetail, detailFile, findDetail, readDetail } from "../../store/sql/files/stored-detail.ts";
import { replaceTranscript } from "../../store/sql/runs/run-progress.ts";
import type { Attempt } from "../../store/sql/runs/runs.ts";
import { findScorecard } from "../../store/sql/runs/scores.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { readChunkEntries, splitTranscript } from "./transcript-chunks.ts";

const gzip = "gzip";

/** Another attempt owns the run, or it has ended: the work of this attempt is discarded. */
export class ClaimGone extends Error {
  override readonly name = "ClaimGone";
}

/** Stores transcript and detail and replaces the live transcript. Safe to repeat: files are identified by content. */
export async function saveDetail(store: BlobStore, attempt: Attempt, detail: RunDetail): Promise<void> {
  const { database } = store;
  const { transcript } = detail.output;
  const isHeld = await replaceTranscript(database, attempt, (start) => splitTranscript(transcript, start));
  if (!isHeld) throw new ClaimGone();
  await addFile(database, attempt, await putDetail(store, detail));
}

interface SavedFiles {
  readonly detail: RunDetail;
  readonly folder: string;
  readonly state?: NewRunFile["state"];
}

/** Stores everything of a run that ended elsewhere, unless it is stored already. The detail comes last: it says that all is there. */
export async function saveFinishedRun(store: BlobStore, attempt: Attempt, files: SavedFiles): Promise<void> {
  const { database } = store;
  const { detail } = files;
  if ((await findDetail(database, attempt)) !== undefined) return;
  const state = "finished";
  for (const { path, first, last, content } of splitTranscript(detail.output.transcript)) {
    const sha256 = await putBytes({ database }, content, { mediaType: "application/x-ndjson", encoding: gzip });
    await addFile(database, attempt, { kind: "transcript", path, sha256, indexes: { first, last }, state });
  }
  await saveFiles(store, attempt, { ...files, state });
  await addFile(database, attempt, { ...(await putDetail(store, detail)), state });
}

async function putDetail(store: BlobStore, detail: RunDetail): Promise<NewRunFile> {
  const rest = { ...detail, output: { ...detail.output, transcript: [] } };
  const sha256 = await putBytes(store, packDetail(rest), { mediaType: "application/json", encoding: gzip });
  return { ...detailFile, sha256 };
}

/** Stores the diff, captured files and gate output; `folder` is the report folder that contains them. */
export async function saveFiles(
  store: BlobStore,
  attempt: Attempt,
  { detail, folder, state }: SavedFiles,
): Promise<void> {
  const { database } = store;
  const add = (file: NewRunFile) => addFile(database, attempt, { ...file, ...(state && { state }) });
  if (detail.patch?.file !== undefined) {
    const content = await readFile(await resolveInside(folder, detail.patch.file));
    const sha256 = await putBytes(store, content, { mediaType: "text/x-diff" });
    await add({ ...patchFile, sha256 });
  }
  for (const { path, file, mimeType } of detail.artifacts ?? []) {
    if (file === undefined || !isValidFilePath(path)) continue;
    const content = await readFile(await resolveInside(folder, file));
    const sha256 = await putBytes(store, content, { mediaType: mimeType });
    await add({ kind: "artifact", path, sha256 });
  }
  for (const { gate, execution, log } of detail.gates ?? []) {
    if (log === undefined) continue;
    const content = await readFile(await resolveInside(folder, log));
    const sha256 = await putBytes(store, content, { mediaType: "text/plain" });
    await add({ ...gateLogFile({ gate, execution }), sha256 });
  }
}

async function addFile(database: Database, attempt: Attempt, file: NewRunFile): Promise<void> {
  if (!(await addRunFile(database, attempt, file))) throw new ClaimGone();
}

/** The detail of one attempt with its transcript and, if it has one, its scorecard. */
export async function loadDetail(store: BlobStore, attempt: Attempt): Promise<RunDetail | undefined> {
  const { database } = store;
  const file = await findDetail(database, attempt);
  if (file === undefined) return undefined;
  const rest = await readDetail(store, file);
  const chunks = await listRunFiles(database, attempt, "transcript");
  const transcript = [];
  for (const { blob_sha256 } of chunks) transcript.push(...readChunkEntries(await readBytes(store, blob_sha256)));
  const scorecard = await findScorecard(database, attempt.runId);
  return { ...rest, output: { ...rest.output, transcript }, ...(scorecard && { scorecard }) };
}

/** The output of one execution of a gate. */
export async function loadGateLog(store: BlobStore, attempt: Attempt, execution: GateRun): Promise<Buffer | undefined> {
  const file = await findRunFile(store.database, attempt, gateLogFile(execution));
  return file === undefined ? undefined : await readBytes(store, file.blob_sha256);
}

/** The diff of the run. */
export async function loadPatch(store: BlobStore, attempt: Attempt): Promise<Buffer | undefined> {
  const file = await findRunFile(store.database, attempt, patchFile);
  return file === undefined ? undefined : await readBytes(store, file.blob_sha256);
}

/** A captured file, by its path in the workspace. */
export async function loadArtifact(store: BlobStore, attempt: Attempt, path: string): Promise<Buffer | undefined> {
  const file = await findRunFile(store.database, attempt, { kind: "artifact", path });
  return file === undefined ? undefined : await readBytes(store, file.blob_sha256);
}
