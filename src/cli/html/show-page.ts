/** `axis reports <id> --html`: makes the page again, opens it where there is a browser, prints its path. */
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

/** Only for a person at a terminal with a screen; the path was printed for everybody else. */
export async function openPage(path: string, { terminal, env }: CliWorld): Promise<void> {
  if (!terminal.interactive || !hasScreen(env)) return;
  if (!(await openInBrowser(path, env))) terminal.err("No program was found that opens it; open it by hand.");
}
