/** `axis reports <id> --fix`: lists what to fix. */
import { formatConfigFlag } from "../../config/load-config.ts";
import { listDetailFiles } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { computeFixes } from "../../evaluate/report-fixes.ts";
import { type FixGrouping, renderFixes } from "../../report/text/render-fixes.ts";
import { formatJson } from "../../report/text/terminal-safe.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";

export interface FixRequest {
  /** The results to look at, if not all. */
  readonly results?: Report["results"] | undefined;
  readonly by?: FixGrouping | undefined;
  readonly json?: boolean | undefined;
}

/** Prints the list that the report has, or computes it from the stored runs. Nothing is written. */
export async function showFixes(
  given: Report,
  { results, by, json }: FixRequest,
  { project, deps }: { readonly project: Project; readonly deps: CliDeps },
): Promise<number> {
  const report = await completeFixes(given, results, project);
  const { reportId, fixes = null, fixSummary = null } = report;
  const { terminal, cwd } = deps;
  if (json) terminal.out(formatJson({ reportId, fixes, fixSummary }));
  else
    renderFixes(report, {
      width: terminal.width,
      paint: terminal.paint,
      configFlag: formatConfigFlag(project.configFile, cwd),
      ...(by === undefined ? {} : { by }),
    }).forEach((line) => terminal.out(line));
  return 0;
}

/** A report of an older version, and a part of a report, do not say what to fix. */
async function completeFixes(
  report: Report,
  results: Report["results"] | undefined,
  project: Project,
): Promise<Report> {
  if (results === undefined && report.fixes !== undefined) return report;
  const part = results === undefined ? report : { ...report, results };
  return await computeFixes(part, readDetails(part, project));
}

async function* readDetails({ reportId, results }: Report, { store }: Project): AsyncGenerator<RunDetail> {
  for (const file of results.flatMap(listDetailFiles)) yield await store.readDetail(reportId, file);
}
