/** A run that an earlier attempt recorded before its worker was lost. Restores its detail and its files. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { joinInside } from "../../core/paths/inside.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { withoutFile } from "../../core/run-patch.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import { gateLogFile } from "../../store/sql/files/log-files.ts";
import { findRunFile, type NewRunFile, patchFile } from "../../store/sql/files/run-files.ts";
import type { Attempt, RunRow } from "../../store/sql/runs/runs.ts";
import { loadDetail } from "./stored-run.ts";

export interface RecordedRun {
  readonly detail: RunDetail;
  /** The attempt that recorded it. */
  readonly source: Attempt;
}

/** The newest recording of the run. */
export async function findRecordedRun(
  store: BlobStore,
  { id, attempt }: Pick<RunRow, "id" | "attempt">,
): Promise<RecordedRun | undefined> {
  for (let earlier = attempt; earlier >= 1; earlier -= 1) {
    const source = { runId: id, attempt: earlier };
    const detail = await loadDetail(store, source);
    if (detail !== undefined) return { detail, source };
  }
  return undefined;
}

const lostReason = "it was lost with the worker that captured it";

/** Restores the files into the report folder, and returns a detail that marks missing files as lost. */
export async function restoreRecording(recorded: RecordedRun, folder: string, store: BlobStore): Promise<RunDetail> {
  const { detail, source } = recorded;
  const put = async (stored: Pick<NewRunFile, "kind" | "path">, file: string): Promise<boolean> => {
    const found = await findRunFile(store.database, source, stored);
    if (found === undefined) return false;
    const place = joinInside(folder, file);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, await readBytes(store, found.blob_sha256));
    return true;
  };
  const { patch: made } = detail;
  const isPatchBack = made?.file === undefined || (await put(patchFile, made.file));
  const patch = made && (isPatchBack ? made : withoutFile(made, lostReason));
  const artifacts = [];
  for (const { file, ...artifact } of detail.artifacts ?? []) {
    const isBack = file !== undefined && (await put({ kind: "artifact", path: artifact.path }, file));
    artifacts.push(isBack ? { ...artifact, file } : { ...artifact, skipped: artifact.skipped ?? lostReason });
  }
  const gates = [];
  for (const { log, ...execution } of detail.gates ?? []) {
    const isBack = log !== undefined && (await put(gateLogFile(execution), log));
    gates.push(isBack ? { ...execution, log } : execution);
  }
  return { ...detail, ...(patch && { patch }), ...(detail.artifacts && { artifacts }), ...(detail.gates && { gates }) };
}
