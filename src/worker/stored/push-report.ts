/** Sends a finished report of this machine to a shared database: its runs with their files, then its document. */
import type { Baseline } from "../../core/report/baseline.ts";
import type { EvaluationHead } from "../../core/report/evaluation-head.ts";
import { listDetailFiles } from "../../core/report/pair-result.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Report } from "../../core/report.ts";
import { describeReportHead } from "../../report/report-head.ts";
import { putBytes } from "../../store/sql/files/blobs.ts";
import { putReportCompetition } from "../../store/sql/intake/competitions.ts";
import { putBaselineDocument, putEvaluationDocument, putReportDocument } from "../../store/sql/intake/documents.ts";
import { insertRunWithCard, toRunWithCard } from "../../store/sql/intake/run-with-card.ts";
import type { ScoringMoments } from "../../store/sql/intake/scoring-moments.ts";
import { findRun } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { applyLimits } from "./stored-files.ts";
import { saveFinishedRun } from "./stored-run.ts";

export interface PushedReport {
  readonly workspaceId: string;
  readonly report: Report;
  /** The folder of the report, with the files of its runs. */
  readonly folder: string;
  readonly readDetail: (file: string) => Promise<RunDetail>;
  readonly moments: ScoringMoments;
}

export interface PushCounts {
  /** Runs that were not in the database yet. */
  readonly added: number;
  readonly known: number;
  /** Runs without a scorecard, which have no row of their own. */
  readonly withoutCard: number;
}

/** Safe to repeat: runs that are there already stay as they are. */
export async function pushReport(store: SqlStore, pushed: PushedReport): Promise<PushCounts> {
  const { workspaceId, report } = pushed;
  const counts = { added: 0, known: 0, withoutCard: 0 };
  for (const file of report.results.flatMap(listDetailFiles)) counts[await pushRun(store, pushed, file)] += 1;
  // Last, so that a report in the list has its runs.
  await putReport(store, workspaceId, report);
  return counts;
}

/** Stores the document of a report, and its competition. */
export async function putReport(store: SqlStore, workspaceId: string, report: Report): Promise<void> {
  const sha256 = await putJson(store, report);
  await putReportDocument(store.database, { workspaceId, sha256, describe: describeReportHead }, report);
  await putReportCompetition(store.database, workspaceId, report);
}

async function pushRun(
  store: SqlStore,
  { workspaceId, report, folder, readDetail, moments }: PushedReport,
  file: string,
): Promise<keyof PushCounts> {
  const whole = await readDetail(file);
  const run = toRunWithCard(whole, report.reportId, moments);
  if (run === null) return "withoutCard";
  const { detail } = await applyLimits({ detail: whole, raw: null }, folder);
  const isNew = await store.database
    .transaction()
    .execute((transaction) => insertRunWithCard(transaction, workspaceId, run));
  // A worker stored the files of its run itself, as an attempt that this report may number otherwise.
  if (!isNew && (await isOfWorker(store, whole.runId))) return "known";
  // A run that was interrupted between its row and its files gets its files now.
  await saveFinishedRun(store, { runId: whole.runId, attempt: whole.attempt ?? 1 }, { detail, folder });
  return isNew ? "added" : "known";
}

async function isOfWorker({ database }: SqlStore, runId: string): Promise<boolean> {
  const run = await findRun(database, runId);
  return run !== undefined && run.bundle_sha256 !== null;
}

/** Sends the page of an evaluation. */
export async function pushEvaluation(
  store: SqlStore,
  { workspaceId, id, page }: { readonly workspaceId: string; readonly id: string; readonly page: string },
  head: EvaluationHead,
): Promise<void> {
  const sha256 = await putBytes(store, Buffer.from(page), { mediaType: "text/html" });
  await putEvaluationDocument(store.database, { workspaceId, id, sha256 }, head);
}

/** Sends a baseline. */
export async function pushBaseline(store: SqlStore, workspaceId: string, baseline: Baseline): Promise<void> {
  await putBaselineDocument(store.database, { workspaceId, sha256: await putJson(store, baseline) }, baseline);
}

async function putJson(store: SqlStore, document: object): Promise<Uint8Array> {
  return await putBytes(store, Buffer.from(JSON.stringify(document)), { mediaType: "application/json" });
}
