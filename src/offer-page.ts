/** The page of a finished report, where the report has a folder. The report is whole without it. */
import { messageOf } from "./core/error.ts";
import type { Report } from "./core/report.ts";
import type { ReportHandle } from "./core/store.ts";
import type { Verdict } from "./report/gate.ts";

export interface PageWorld {
  readonly verdict: Verdict;
  readonly handle: Pick<ReportHandle, "folder">;
  /** Told where it was written. */
  readonly onPage: (file: string) => void;
  readonly onWarning: (message: string) => void;
}

/** Writes it and tells where; a page that cannot be written is a warning. */
export async function offerPage(report: Report, { verdict, handle, onPage, onWarning }: PageWorld): Promise<void> {
  const { folder } = handle;
  if (folder === null) return;
  let file: string;
  try {
    // Loaded when there is a report to show: nothing before needs the template.
    const { writeReportPage } = await import("./page/report-page.ts");
    file = await writeReportPage({ report, verdict, folder, onWarning });
  } catch (error) {
    return onWarning(`report.html was not written: ${messageOf(error)}`);
  }
  onPage(file);
}
