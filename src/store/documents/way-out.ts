/** What to do about a document of a report that cannot be read, where its journal is there to make it again. */
import { existsSync } from "node:fs";
import { AxisError } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { journalName, reportFolder } from "../paths.ts";

interface DamagedReport {
  readonly configDir: string;
  readonly id: string;
  /** What going on with the report does about it. */
  readonly means: string;
}

/** A mistake that says already what to do stays as it is. */
export async function withWayOut<T>(report: DamagedReport, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AxisError) || error.code !== "report-unreadable" || error.hint !== undefined) throw error;
    if (!existsSync(joinInside(reportFolder(report.configDir, report.id), journalName))) throw error;
    const hint = `${report.means} with: axis run --resume ${report.id}`;
    throw new AxisError(error.code, error.message, { hint, cause: error });
  }
}
