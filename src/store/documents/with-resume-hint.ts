/** Adds a hint to the error for an unreadable document of a report whose journal can recreate it. */
import { existsSync } from "node:fs";
import { AxisError } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { journalName, reportFolder } from "../paths.ts";

interface DamagedReport {
  readonly configDir: string;
  readonly id: string;
  /** What resuming the report does about the problem, as the start of a hint. */
  readonly means: string;
}

/** An error that already has a hint is not changed. */
export async function withResumeHint<T>(report: DamagedReport, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AxisError) || error.code !== "report-unreadable" || error.hint !== undefined) throw error;
    if (!existsSync(joinInside(reportFolder(report.configDir, report.id), journalName))) throw error;
    const hint = `${report.means} with: axis run --resume ${report.id}`;
    throw new AxisError(error.code, error.message, { hint, cause: error });
  }
}
