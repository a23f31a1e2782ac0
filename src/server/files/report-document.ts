/** The document of a report: in the store, or in the project of a local server. */
import type { Report } from "../../core/report.ts";
import { parseReportHead } from "../../store/documents/read-document.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import type { StoredDocument } from "../../store/sql/files/documents.ts";
import { ApiProblem } from "../problem.ts";
import type { RouteDeps } from "../route-deps.ts";

/** A shared store has the document's bytes; the document of a local run stays in the project. */
export async function readReportDocument(
  { store, localReport }: Pick<RouteDeps, "store" | "localReport">,
  found: Pick<StoredDocument, "id" | "blob_sha256">,
): Promise<Record<string, unknown>> {
  const document =
    found.blob_sha256 === null
      ? await localReport?.(found.id)
      : (JSON.parse((await readBytes(store, found.blob_sha256)).toString("utf8")) as Record<string, unknown>);
  if (document === undefined) throw new ApiProblem("gone", "The report has been deleted");
  return document;
}

/** The same as a report without the audits of its runs; null if it was deleted. */
export async function readStoredReport(
  { store, localReport }: Pick<RouteDeps, "store" | "localReport">,
  found: Pick<StoredDocument, "id" | "blob_sha256">,
): Promise<Report | null> {
  if (found.blob_sha256 !== null)
    return parseReportHead((await readBytes(store, found.blob_sha256)).toString("utf8"), found.id);
  const document = await localReport?.(found.id);
  return document === undefined ? null : parseReportHead(JSON.stringify(document), found.id);
}
