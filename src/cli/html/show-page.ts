/** `axis reports <id> --html`: rebuilds the page, opens it if there is a browser, and prints its path. */
import { relative } from "node:path";
import type { Report } from "../../core/report.ts";
import { hasScreen, openInBrowser } from "../../process/open-in-browser.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";
import { writeProjectPage } from "./report-page.ts";

export async function showPage(report: Report, project: Project, deps: CliDeps): Promise<number> {
  const verdict = report.verdict ?? decideVerdict(report);
  const path = await writeProjectPage({ project, report, verdict }, deps);
  deps.terminal.out(relative(deps.cwd, path));
  await openPage(path, deps);
  return 0;
}

/** Opens the page only for a person at a terminal with a display; the path was already printed for everyone else. */
export async function openPage(path: string, { terminal, env }: CliDeps): Promise<void> {
  if (!terminal.interactive || !hasScreen(env)) return;
  if (!(await openInBrowser(path, env))) terminal.err("Found no program to open the page; open it yourself.");
}
