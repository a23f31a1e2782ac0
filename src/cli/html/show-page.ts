/** `axis reports <id> --html`: rebuilds the page, opens it if there is a browser, and prints its path. */
import { relative } from "node:path";
import type { Report } from "../../core/report.ts";
import { openInBrowser, whyNoBrowser } from "../../process/open-in-browser.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";
import { writeProjectPage } from "./report-page.ts";

export async function showPage(
  report: Report,
  { project, isAsked }: { readonly project: Project; readonly isAsked?: true },
  deps: CliDeps,
): Promise<number> {
  const verdict = report.verdict ?? decideVerdict(report);
  const path = await writeProjectPage({ project, report, verdict }, deps);
  deps.terminal.out(relative(deps.cwd, path));
  await openPage(path, deps, isAsked);
  return 0;
}

/** Opens the page only for a person who can see it; its path was already printed. Someone who asked for it is told why not. */
export async function openPage(path: string, { terminal, env }: CliDeps, isAsked = false): Promise<void> {
  const why = terminal.interactive ? whyNoBrowser(env) : "this is not a terminal";
  if (why === null && (await openInBrowser(path, env))) return;
  if (why === null) return terminal.err("Found no program to open the page; open it yourself.");
  if (isAsked) terminal.err(`No browser was opened: ${why}. Open the page yourself.`);
}
