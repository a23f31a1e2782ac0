/** Writes the page of a report into the report's own folder. */
import type { Report } from "../../core/report.ts";
import { writeReportPage as writePage } from "../../report/page/report-page.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { reportFolder } from "../../store/paths.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";

interface PageRequest {
  readonly project: Project;
  readonly report: Report;
  readonly verdict: ReportVerdict;
  /** Default: the folder of the report. */
  readonly path?: string;
}

/** Returns the absolute path of the written page. */
export async function writeProjectPage(request: PageRequest, deps: CliDeps): Promise<string> {
  const { project, report, verdict, path } = request;
  return await writePage({
    report,
    verdict,
    path,
    folder: reportFolder(project.configDir, report.reportId),
    onWarning: (message) => deps.terminal.err(`Warning: ${terminalLine(message)}`),
  });
}
