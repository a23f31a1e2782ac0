/** Adds reports, evaluations and baselines to the index; live views hear of it. */
import type { Baseline } from "../../../core/report/baseline.ts";
import type { EvaluationHead } from "../../../core/report/evaluation-head.ts";
import type { ReportHead } from "../../../core/report/report-head.ts";
import type { Report } from "../../../core/report.ts";
import { canonicalJson } from "../../../core/json.ts";
import { findDocument, type NewDocument, putDocument } from "../files/documents.ts";
import { addEvents } from "../runs/run-events.ts";
import type { Database } from "../schema/database.ts";
import { toJsonColumn } from "../text.ts";
import { parseMoment } from "./run-with-card.ts";

/** Where a document belongs; `sha256` is its blob, null while it stays in the project. */
export interface DocumentPlace {
  readonly workspaceId: string;
  readonly id: string;
  readonly sha256: Uint8Array | null;
}

/** What a list shows of a report. */
export type DescribeReport = (report: Report) => ReportHead | Promise<ReportHead>;

export async function putReportDocument(
  database: Database,
  { workspaceId, sha256, describe }: Omit<DocumentPlace, "id"> & { readonly describe: DescribeReport },
  report: Report,
): Promise<void> {
  const head = await describe(report);
  const summary = { ...report.summary, state: head.state, durationMs: report.durationMs, head };
  await putIfChanged(
    database,
    { workspaceId, sha256, id: report.reportId, kind: "report", title: report.name ?? null, summary },
    parseMoment(report.timestamp),
  );
}

export async function putEvaluationDocument(
  database: Database,
  place: DocumentPlace,
  head: EvaluationHead,
): Promise<void> {
  const createdAt = parseMoment(head.timestamp);
  await putIfChanged(database, { ...place, kind: "evaluation", title: head.name, summary: { head } }, createdAt);
}

export async function putBaselineDocument(
  database: Database,
  { workspaceId, sha256 }: Omit<DocumentPlace, "id">,
  baseline: Baseline,
): Promise<void> {
  const { name, fromReportId, createdAt, updatedAt, results } = baseline;
  const entries = Object.values(results).flatMap((agents) => Object.entries(agents));
  const summary = {
    // Retention keeps the runs of this report.
    reportId: fromReportId,
    updatedAt,
    scenarios: Object.keys(results).length,
    agents: [...new Set(entries.map(([agent]) => agent))],
    results: entries.length,
    axisResult:
      entries.length === 0 ? null : entries.reduce((sum, [, { axisScore }]) => sum + axisScore, 0) / entries.length,
  };
  await putIfChanged(
    database,
    { workspaceId, sha256, id: name, kind: "baseline", title: name, summary },
    parseMoment(createdAt),
  );
}

/** Documents are read again at every start, and most have not changed. */
async function putIfChanged(database: Database, document: NewDocument, createdAt: Date | null): Promise<void> {
  const { kind, workspaceId, id, summary = {}, sha256 = null } = document;
  const stored = await findDocument(database, { kind, id, workspaceId });
  const isSame =
    stored !== undefined &&
    Buffer.from(stored.blob_sha256 ?? []).equals(Buffer.from(sha256 ?? [])) &&
    canonicalJson(stored.summary) === canonicalJson(JSON.parse(toJsonColumn(summary)));
  if (isSame) return;
  await putDocument(database, { ...document, ...(createdAt === null ? {} : { createdAt }) });
  await addEvents(database, [{ workspaceId, type: "report.changed", data: { [kind]: id } }]);
}
