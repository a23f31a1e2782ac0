/** The reports that pages look at, opened once, so that their journals are not read again from the beginning. */
import { stat } from "node:fs/promises";
import { systemCode } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { reportFolder, reportsFolder } from "../../store/paths.ts";
import { createRecentCache } from "../files/recent-cache.ts";
import { ChangeWatch } from "./change-watch.ts";
import { ViewedReport } from "./viewed-report.ts";

const maxOpenReports = 8;
const lookEveryMs = 1_000;

export interface OpenedReport {
  readonly report: ViewedReport;
  readonly watch: ChangeWatch;
}

export class OpenedReports {
  readonly #configDir: string;
  readonly #kept = createRecentCache<OpenedReport>(maxOpenReports);

  constructor(configDir: string) {
    this.#configDir = configDir;
  }

  /** Undefined if the report does not exist. */
  async find(id: string): Promise<OpenedReport | undefined> {
    const folder = reportFolder(this.#configDir, id);
    if (!(await isFolder(folder))) return undefined;
    await resolveInside(reportsFolder(this.#configDir), id);
    return await this.#kept(id, () => Promise.resolve(openReport(id, folder)));
  }
}

function openReport(id: string, folder: string): OpenedReport {
  const report = new ViewedReport(id, folder);
  return { report, watch: new ChangeWatch({ version: () => report.version(), folder, lookEveryMs }) };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return false;
    throw error;
  }
}
