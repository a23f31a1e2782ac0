/** Writes the page of a report, into the report's own folder or to a given path. */
import { join } from "node:path";
import type { Report } from "../../core/report.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import { pageName } from "../../store/paths.ts";
import { writePageFile } from "./page-file.ts";
import { createPageSide, openRunsIn } from "./page-side.ts";

export interface ReportPage {
  readonly report: Report;
  readonly verdict: ReportVerdict;
  /** The folder with the report's files. */
  readonly folder: string;
  /** Called with what could not be included. */
  readonly onWarning: (message: string) => void;
  /** Write one file to share; default: into the report's folder, with further files if one would be too large. */
  readonly path?: string | undefined;
}

/** Returns the absolute path of the written page. */
export async function writeReportPage({ path, ...page }: ReportPage): Promise<string> {
  const file = path ?? join(page.folder, pageName);
  const side = createPageSide({ ...page, name: page.report.reportId, openRun: openRunsIn(page.folder) });
  await writePageFile(file, { sides: [side], comparison: null }, { isSingle: path !== undefined });
  return file;
}
