/** What a run makes of its finished report, before afterAll sees it: the page, and the copy that was asked for. */
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { AxisError, messageOf } from "../core/error.ts";
import type { Report } from "../core/report.ts";
import type { Verdict } from "../report/gate.ts";
import type { CliWorld } from "./command.ts";
import { offerReportPage } from "./html/report-page.ts";
import type { Project } from "./project.ts";

export class ReportFiles {
  readonly #project: Project;
  readonly #copyFolder: string | undefined;
  readonly #world: CliWorld;
  #page: string | undefined;
  #copyFailure: unknown;

  constructor(project: Project, copyFolder: string | undefined, world: CliWorld) {
    this.#project = project;
    this.#copyFolder = copyFolder;
    this.#world = world;
  }

  async write(report: Report, verdict: Verdict): Promise<void> {
    await this.writePage(report, verdict);
    if (this.#copyFolder === undefined) return;
    await writeCopy(report, this.#copyFolder).catch((error: unknown) => (this.#copyFailure = error));
  }

  async writePage(report: Report, verdict: Verdict): Promise<void> {
    this.#page = await offerReportPage({ project: this.#project, report, verdict, isQuiet: true }, this.#world);
  }

  /** Where the page is, unless it could not be written. */
  sayPage(): void {
    if (this.#page !== undefined) this.#world.terminal.out(`Page:   ${relative(this.#world.cwd, this.#page)}`);
  }

  /** Asked last: a copy that fails must not take what else is said with it. */
  requireCopy(): void {
    if (this.#copyFailure !== undefined) throw this.#copyFailure;
  }
}

async function writeCopy(report: Report, folder: string): Promise<void> {
  const file = join(folder, `axis-report-${report.reportId}.json`);
  try {
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (cause) {
    throw new AxisError("disk", `The copy of the report ${file} could not be written (${messageOf(cause)})`, {
      hint: "The report itself is kept; list it with: axis reports",
      cause,
    });
  }
}
