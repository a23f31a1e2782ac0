/** The page of a report, in the report's own folder or where it is asked for. */
import { join } from "node:path";
import type { Report } from "../core/report.ts";
import type { Verdict } from "../report/gate.ts";
import { pageName } from "../store/paths.ts";
import { writePageFile } from "./page-file.ts";
import { pageSide, runsIn } from "./page-side.ts";

export interface ReportPage {
  readonly report: Report;
  readonly verdict: Verdict;
  /** Where the report's files are. */
  readonly folder: string;
  /** Told of what cannot be on it. */
  readonly onWarning: (message: string) => void;
  /** One file to be handed on; default: in the folder of the report, and further files where one would be too large. */
  readonly path?: string | undefined;
}

/** Absolute path of the page that was written. */
export async function writeReportPage({ path, ...page }: ReportPage): Promise<string> {
  const file = path ?? join(page.folder, pageName);
  const side = pageSide({ ...page, name: page.report.reportId, openRun: runsIn(page.folder) });
  await writePageFile(file, { sides: [side], comparison: null }, { isSingle: path !== undefined });
  return file;
}
