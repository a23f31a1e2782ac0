/** Receives the report of a command whose runs were queued here, so they are here already with their files. */
import { AxisError } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import { parseReport } from "../../store/documents/read-document.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { toTextColumn } from "../../store/sql/text.ts";
import { putReport } from "./push-report.ts";

interface ReceivedDocument {
  readonly id: string;
  readonly text: string;
}

/** Safe to repeat: a later document replaces the one before. */
export async function receiveReport(store: SqlStore, workspaceId: string, document: ReceivedDocument) {
  const report = readReport(document);
  if (typeof report === "string") return { status: "refused", why: report } as const;
  const known = await listKnownRuns(store, workspaceId, report.reportId);
  if (known.size === 0) return { status: "refused", why: "No run of this report was queued here" } as const;
  await putReport(store, workspaceId, report);
  const runs = report.results.flatMap(({ runId, file, trials }) => trials ?? [{ runId, file }]);
  const missing = runs.filter(({ runId, file }) => file !== "" && !known.has(runId)).length;
  return { status: "stored", missing } as const;
}

/** Returns what is wrong with a document that is not that report. */
function readReport({ id, text }: ReceivedDocument): Report | string {
  try {
    const report = parseReport(text, "The report");
    return report.reportId === id ? report : "The report has another id";
  } catch (error) {
    if (error instanceof AxisError) return error.message;
    throw error;
  }
}

async function listKnownRuns({ database }: SqlStore, workspaceId: string, reportId: string): Promise<Set<string>> {
  const rows = await database
    .selectFrom("runs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("report_id", "=", toTextColumn(reportId))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
