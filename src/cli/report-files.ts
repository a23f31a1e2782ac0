/** The files of a finished report: writes the requested copy before afterAll, and remembers where its page is. */
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { AxisError, errorMessage } from "../core/error.ts";
import type { Report } from "../core/report.ts";
import type { OnEvent } from "../core/run/event.ts";
import type { CliDeps } from "./command.ts";

export class ReportFiles {
  readonly #copyFolder: string | undefined;
  readonly #world: CliDeps;
  #page: string | undefined;
  #reportId: string | undefined;
  #copyFailure: unknown;

  constructor(copyFolder: string | undefined, world: CliDeps) {
    this.#copyFolder = copyFolder;
    this.#world = world;
  }

  /** The report's id, once it has started. */
  get reportId(): string | undefined {
    return this.#reportId;
  }

  /** Wraps a listener and picks up the report id and the path of the page from the events. */
  wrapListener(onEvent: OnEvent): OnEvent {
    return (event) => {
      if (event.type === "report-start") this.#reportId = event.reportId;
      if (event.type === "page-written") this.#page = event.file;
      onEvent(event);
    };
  }

  async write(report: Report): Promise<void> {
    if (this.#copyFolder === undefined) return;
    await writeCopy(report, this.#copyFolder).catch((error: unknown) => (this.#copyFailure = error));
  }

  /** Prints the path of the page, unless it could not be written. */
  printPagePath(): void {
    if (this.#page !== undefined) this.#world.terminal.out(`Page:   ${relative(this.#world.cwd, this.#page)}`);
  }

  /** Called last: a failed copy must not suppress the other output. */
  requireCopy(): void {
    if (this.#copyFailure !== undefined) throw this.#copyFailure;
  }
}

async function writeCopy(report: Report, folder: string): Promise<void> {
  const file = join(folder, `axis-report-${report.reportId}.json`);
  try {
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (cause) {
    throw new AxisError("disk", `The report copy ${file} could not be written (${errorMessage(cause)})`, {
      hint: "The report itself is saved; list it with: axis reports",
      cause,
    });
  }
}
