/** A report in any folder, such as one that another machine wrote: read, and copied, but never changed. */
import { cp, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { AxisError } from "../core/error.ts";
import { isFile, isFolder } from "../core/files/path-kind.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { JournalStep } from "../core/store.ts";
import { isLocked } from "./disk/lock.ts";
import { parseReport, readDetailFile, readTextIfExists } from "./documents/read-document.ts";
import { damagedJournalError, readJournal } from "./journal/journal-reader.ts";
import { journalName, reportName } from "./paths.ts";

/** What a folder holds of a report. */
export interface ReportFolder {
  readonly report: Report;
  readonly steps: readonly JournalStep[];
  readonly readDetail: (file: string) => Promise<RunDetail>;
  /** Copies the files of its runs into the folder of another report. */
  readonly copyRuns: (target: string) => Promise<void>;
}

/** Refuses a report that is still being written. */
export async function readReportFolder(folder: string): Promise<ReportFolder> {
  if (await isLocked(folder))
    throw new AxisError("report-locked", `The report in ${folder} is still being written`, {
      hint: "Wait until its axis run has ended",
    });
  const file = join(folder, reportName);
  const text = await readTextIfExists(file);
  const journal = join(folder, journalName);
  if (text === undefined || !(await isFile(journal)))
    throw new AxisError(
      "report-missing",
      `${folder} has no complete report: it needs ${reportName} and ${journalName}`,
      {
        hint: "Keep the whole folder of a report, .axis/reports/<reportId>",
      },
    );
  const report = parseReport(text, file);
  const { steps, damage } = await readJournal(journal);
  if (damage !== undefined) throw damagedJournalError(report.reportId, journal, damage.offset);
  return {
    report,
    steps,
    readDetail: (name) => readDetailFile(folder, name),
    copyRuns: (target) => copyRegularFiles(join(folder, "scenarios"), join(target, "scenarios")),
  };
}

/** A file that is there already stays: the caller makes sure that the runs are different ones. */
async function copyRegularFiles(from: string, to: string): Promise<void> {
  if (!(await isFolder(from))) return;
  const filter = async (path: string) => {
    const found = await lstat(path);
    return found.isDirectory() || found.isFile();
  };
  await cp(from, to, { recursive: true, force: false, filter });
}

/** How deep below a folder reports are looked for: a downloaded artifact may keep the folders above them. */
const deepest = 4;

/** The folders of all reports at and below a folder. */
export async function findReportFolders(folder: string, depth = 0): Promise<string[]> {
  if (await isFile(join(folder, reportName))) return [folder];
  if (depth === deepest) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  return (await Promise.all(below.toSorted().map((path) => findReportFolders(path, depth + 1)))).flat();
}
