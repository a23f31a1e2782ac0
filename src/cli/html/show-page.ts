/** `axis reports <id> --html`: rebuilds the page, opens it if there is a browser, and prints its path. */
import { relative } from "node:path";
import type { Report } from "../../core/report.ts";
import { hasScreen, openInBrowser } from "../../process/open-in-browser.ts";
import { gate } from "../../report/gate.ts";
import type { CliWorld } from "../command.ts";
import type { Project } from "../project.ts";
import { writeReportPage } from "./report-page.ts";

export async function showPage(report: Report, project: Project, world: CliWorld): Promise<number> {
  const verdict = gate(report, report.comparison === undefined ? {} : { comparison: report.comparison });
  const path = await writeReportPage({ project, report, verdict }, world);
  world.terminal.out(relative(world.cwd, path));
  await openPage(path, world);
  return 0;
}

/** Opens the page only for a person at a terminal with a display; the path was already printed for everyone else. */
export async function openPage(path: string, { terminal, env }: CliWorld): Promise<void> {
  if (!terminal.interactive || !hasScreen(env)) return;
  if (!(await openInBrowser(path, env))) terminal.err("Found no program to open the page; open it yourself.");
}
