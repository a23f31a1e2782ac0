/** The page of a report, in the report's own folder. */
import { join, relative } from "node:path";
import { messageOf } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import type { Verdict } from "../../report/gate.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { pageName, reportFolder } from "../../store/paths.ts";
import type { CliWorld } from "../command.ts";
import type { Project } from "../project.ts";
import { writePageFile } from "./page-file.ts";
import { pageSide } from "./page-side.ts";

interface PageRequest {
  readonly project: Project;
  readonly report: Report;
  readonly verdict: Verdict;
  /** Default: in the folder of the report. */
  readonly path?: string;
}

/** Absolute path of the page that was written. */
export async function writeReportPage(request: PageRequest, world: CliWorld): Promise<string> {
  const { project, report, verdict } = request;
  const folder = reportFolder(project.configDir, report.reportId);
  const path = request.path ?? join(folder, pageName);
  const side = pageSide({
    name: report.reportId,
    report,
    verdict,
    folder,
    readDetail: (file) => project.store.readDetail(report.reportId, file),
    onWarning: (message) => world.terminal.err(`Warning: ${terminalLine(message)}`),
  });
  await writePageFile(path, { sides: [side], comparison: null }, { isSingle: request.path !== undefined });
  return path;
}

/** After a run: the report is whole without its page, so a page that cannot be written is a warning. Its path, where it was written. */
export async function offerReportPage(
  request: PageRequest & { readonly isQuiet: boolean },
  world: CliWorld,
): Promise<string | undefined> {
  const { terminal, cwd } = world;
  try {
    const path = await writeReportPage(request, world);
    if (!request.isQuiet) terminal.out(`Page:   ${relative(cwd, path)}`);
    return path;
  } catch (error) {
    terminal.err(`Warning: ${pageName} was not written: ${terminalLine(messageOf(error))}`);
    return undefined;
  }
}
