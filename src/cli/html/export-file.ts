/** Exports a report as one file to share: a page, a Markdown document, or a badge. */
import { relative, resolve } from "node:path";
import { writeFileOrPipe } from "../../core/files/write-file.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { renderBadge } from "../../report/text/badge.ts";
import { exportMarkdown } from "../../report/text/export-markdown.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { withPageError } from "../../report/page/not-writable.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";
import { writeProjectPage } from "./report-page.ts";

const exportFormats = ["html", "markdown", "badge"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const fileExtensions: Readonly<Record<ExportFormat, string>> = { html: "html", markdown: "md", badge: "svg" };

interface ExportRequest {
  readonly project: Project;
  readonly report: Report;
  readonly format: ExportFormat;
  readonly output?: string | undefined;
}

/** Writes the file and prints its path. */
export async function exportReport(request: ExportRequest, deps: CliDeps): Promise<number> {
  const { project, report, format } = request;
  const path = resolve(deps.cwd, request.output ?? `axis-report-${report.reportId}.${fileExtensions[format]}`);
  const verdict = report.verdict ?? decideVerdict(report);
  if (format === "html") await writeProjectPage({ project, report, verdict, path }, deps);
  else {
    const content = format === "badge" ? renderBadge(report, verdict) : renderReportMarkdown(project, report, verdict);
    await withPageError(path, writeFileOrPipe(path, content));
  }
  deps.terminal.out(relative(deps.cwd, path));
  return 0;
}

function renderReportMarkdown({ store }: Project, report: Report, verdict: ReportVerdict): AsyncIterable<string> {
  const details = async function* (): AsyncGenerator<RunDetail> {
    for (const { file, trials } of report.results)
      for (const path of trials?.map((trial) => trial.file) ?? [file])
        if (path !== "") yield await store.readDetail(report.reportId, path);
  };
  return exportMarkdown(report, { verdict }, details());
}
