/** Writes the page of a finished report, if the report has a folder. The report is complete without it. */
import { errorMessage } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";

/** What the page shows besides the report, where it is written, and what is told about it. */
interface PageOptions {
  readonly verdict: ReportVerdict;
  /** The folder of the report; null if it has none. */
  readonly folder: string | null;
  /** Called with the path of the page. */
  readonly onPage: (file: string) => void;
  readonly onWarning: (message: string) => void;
}

/** Writes the page and announces its path; a page that cannot be written is only a warning. */
export async function tryWritePage(report: Report, { verdict, folder, onPage, onWarning }: PageOptions): Promise<void> {
  if (folder === null) return;
  let file: string;
  try {
    // Loaded only when there is a report to show, because nothing before needs the template.
    const { writeReportPage } = await import("./report-page.ts");
    file = await writeReportPage({ report, verdict, folder, onWarning });
  } catch (error) {
    return onWarning(`report.html was not written: ${errorMessage(error)}`);
  }
  onPage(file);
}
