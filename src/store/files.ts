/** The store of local runs: files in .axis, to which data is only added. */
import { existsSync } from "node:fs";
import { readdir, rmdir, stat, writeFile } from "node:fs/promises";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { pathExists } from "../core/files/path-kind.ts";
import { ignoreRules } from "../core/ignore-rules.ts";
import { nameProblem } from "../core/names/names.ts";
import { joinInside, resolveInside } from "../core/paths/inside.ts";
import type { Report } from "../core/report.ts";
import type { ReportHandle, ReportListing, Store } from "../core/store.ts";
import { fileBaselines } from "./baselines.ts";
import { type Disk, nodeDisk, toDiskWriteError, withNamedErrors } from "./disk/disk.ts";
import { openFolders } from "./disk/folders.ts";
import { takeLock, toReportLock } from "./disk/lock.ts";
import { rawCapBytes } from "./disk/raw-file.ts";
import {
  emptyIfMissing,
  parseDetail,
  parseReport,
  parseReportHead,
  readTextIfExists,
} from "./documents/read-document.ts";
import type { Redact } from "./documents/redact.ts";
import { type FileStoreDeps, openFileReport } from "./file-report.ts";
import { type LongDetail, openDetail } from "./long-detail/long-detail.ts";
import {
  axisFolder,
  evaluationsFolder,
  journalName,
  reportFolder,
  reportName,
  reportsFolder,
  runLinesFile,
} from "./paths.ts";
import { compareNewestFirst, findReportId, noReportsError, sortNewestFirst, toReportId } from "./report-ids.ts";
import { RunLines } from "./run-lines.ts";

export interface FileStoreOptions {
  readonly configDir: string;
  /** Applied to everything before it is written, in addition to the redaction of an evaluation. */
  readonly redact?: Redact;
  readonly now?: () => Date;
  readonly onWarning?: (message: string) => void;
  /** For tests: a disk that fails, or one that logs its operations. */
  readonly disk?: Disk;
  readonly rawCapBytes?: number;
}

/** Reads reports and runs without their long lists. */
export interface ReportHeads {
  /** Opens the head of a run; its long lists are read on demand. */
  openDetail(reportId: string, file: string): Promise<LongDetail>;
  /** All reports, each without the audits of its runs. */
  listReportHeads(): ReturnType<Store["listReports"]>;
}

/** A store in files. It can read parts of a long run. */
export interface FileStore extends Store, ReportHeads {
  /** A report without the audits of its runs. */
  readReportHead(id: string): Promise<Report>;
}

/** Opens the store of a config directory. Writes nothing until the first report or baseline is created. */
export function fileStore(options: FileStoreOptions): FileStore {
  const { configDir } = options;
  const deps: FileStoreDeps = {
    redact: options.redact ?? ((text) => text),
    now: options.now ?? (() => new Date()),
    onWarning: options.onWarning ?? (() => {}),
    rawCapBytes: options.rawCapBytes ?? rawCapBytes,
    disk: withNamedErrors(options.disk ?? nodeDisk),
  };
  const makeRoot = () => makeAxisFolder(deps.disk, configDir);

  async function idOf(wanted: string): Promise<string> {
    const ids = await listReportIds(configDir);
    if (wanted !== "latest") return findReportId(ids, wanted);
    const [latest] = ids;
    if (latest === undefined) throw noReportsError();
    return latest;
  }

  const detailPath = async (wanted: string, file: string) =>
    await resolveInside(reportFolder(configDir, await idOf(wanted)), file);
  const readDetail: Store["readDetail"] = async (wanted, file) => {
    const id = await idOf(wanted);
    return await withResumeHint({ configDir, id, means: "Repeat that run" }, async () => {
      const text = await readTextIfExists(await detailPath(id, file));
      if (text !== undefined) return parseDetail(text, file);
      throw new AxisError("report-unreadable", `Report ${id} has no file ${JSON.stringify(file)}`);
    });
  };
  const openLong: FileStore["openDetail"] = async (wanted, file) =>
    await openDetail(await detailPath(wanted, file), file);
  const heads: ReportHeads = { listReportHeads: () => listReports(configDir, parseReportHead), openDetail: openLong };
  const runLines = new RunLines(runLinesFile(configDir), { disk: deps.disk, reports: heads });

  return {
    ...heads,
    listReports: () => listReports(configDir),
    readDetail,
    readRunLines: () => runLines.read(),
    addRunLine: (line) => runLines.add(line),
    async createReport(start) {
      await makeRoot();
      const { id, folder } = await makeReportFolder(deps, configDir, start);
      return await openLockedReport(deps, id, folder).catch(async (error: unknown) => {
        await rmdir(folder).catch(() => {}); // A folder that is not empty stays; the first error is the useful one.
        throw error;
      });
    },
    async resumeReport(wanted) {
      const id = await idOf(wanted);
      const folder = reportFolder(configDir, id);
      await requireJournal(folder, id);
      await readReport(configDir, id, parseReportHead).catch(rethrowIfNewer);
      return openLockedReport(deps, id, folder);
    },
    async readReport(wanted) {
      if (wanted === "latest") return readLatest(deps, configDir);
      return readReport(configDir, await idOf(wanted));
    },
    readReportHead: async (wanted) => await readReport(configDir, await idOf(wanted), parseReportHead),
    ...fileBaselines(deps, configDir, makeRoot),
  };
}

/** Creates the folder of saved evaluations, and checks that it is a real folder. */
export async function makeEvaluationsFolder(configDir: string): Promise<string> {
  const disk = withNamedErrors(nodeDisk);
  await makeAxisFolder(disk, configDir);
  const folder = evaluationsFolder(configDir);
  await withNotWritableError(folder, openFolders(disk, configDir).ensure(folder));
  return folder;
}

async function makeAxisFolder(disk: Disk, configDir: string): Promise<void> {
  const folder = axisFolder(configDir);
  await withNotWritableError(folder, openFolders(disk, configDir).ensure(folder));
  const file = joinInside(folder, ".gitignore");
  await writeFile(file, ignoreRules, { flag: "wx" }).catch((error: unknown) => {
    if (systemCode(error) !== "EEXIST") throw toDiskWriteError(file, error);
  });
}

async function makeReportFolder({ disk }: FileStoreDeps, configDir: string, start: Date) {
  const folders = openFolders(disk, configDir);
  const parent = reportsFolder(configDir);
  await withNotWritableError(parent, folders.ensure(parent));
  for (let number = 1; ; number += 1) {
    const id = toReportId(start, number);
    const folder = reportFolder(configDir, id);
    try {
      await disk.makeFolder(folder);
      await folders.sync(parent);
      return { id, folder };
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

async function withNotWritableError(folder: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof AxisError) throw cause;
    throw new AxisError("not-writable", `${folder} could not be created (${errorMessage(cause)})`, {
      hint: "Give this user write permission for it",
      cause,
    });
  }
}

async function openLockedReport(deps: FileStoreDeps, id: string, folder: string): Promise<ReportHandle> {
  const lock = await takeLock(folder, { ...toReportLock(id), onWarning: deps.onWarning });
  try {
    return await openFileReport(deps, { id, folder, lock });
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** An unreadable report is recreated from its journal, but one that a newer AXIS wrote must not be overwritten. */
function rethrowIfNewer(error: unknown): void {
  if (!(error instanceof AxisError) || error.code === "report-newer") throw error;
}

async function requireJournal(folder: string, id: string): Promise<void> {
  if (await pathExists(joinInside(folder, journalName))) return;
  throw new AxisError("report-unreadable", `Report ${id} has no journal, so it can't be resumed`, {
    hint: "Start a new report with: axis run",
  });
}

async function listReportIds(configDir: string): Promise<string[]> {
  const folder = reportsFolder(configDir);
  const entries = await readdir(folder, { withFileTypes: true }).catch(emptyIfMissing(folder));
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return sortNewestFirst(names.filter((name) => nameProblem(name) === null));
}

async function readReport(configDir: string, id: string, parse = parseReport): Promise<Report> {
  const means = "Recreate it from its journal";
  return await withResumeHint({ configDir, id, means }, () => readReportFile(configDir, id, parse));
}

async function readReportFile(configDir: string, id: string, parse: typeof parseReport): Promise<Report> {
  const folder = reportFolder(configDir, id);
  const path = joinInside(folder, reportName);
  const text = await readTextIfExists(path);
  if (text !== undefined) return parse(text, path);
  const begun = await stat(joinInside(folder, journalName)).then(
    ({ size }) => size > 0,
    () => false,
  );
  throw new AxisError("report-unreadable", `Report ${id} has no ${reportName}`, {
    hint: begun
      ? `It was interrupted. Resume it with: axis run --resume ${id}`
      : "It ended before anything was recorded",
  });
}

async function readLatest({ onWarning }: FileStoreDeps, configDir: string): Promise<Report> {
  for (const id of await listReportIds(configDir)) {
    try {
      return await readReport(configDir, id);
    } catch (error) {
      onWarning(`Report ${id} was skipped: ${describeError(error)}`);
    }
  }
  throw noReportsError();
}

async function listReports(configDir: string, parse = parseReport): ReturnType<Store["listReports"]> {
  const reports: ReportListing[] = [];
  const unreadable: { reportId: string; why: string }[] = [];
  for (const reportId of await listReportIds(configDir)) {
    try {
      const report = await readReport(configDir, reportId, parse);
      reports.push({ reportId, timestamp: report.timestamp, state: report.state, report });
    } catch (error) {
      unreadable.push({ reportId, why: describeError(error) });
    }
  }
  return { reports: reports.toSorted(compareNewestFirst), unreadable };
}

function describeError(error: unknown): string {
  const hint = error instanceof AxisError && error.hint !== undefined ? `. ${error.hint}` : "";
  return errorMessage(error) + hint;
}

/** Adds a hint to the error for an unreadable document of a report whose journal can recreate it. */
interface DamagedReport {
  readonly configDir: string;
  readonly id: string;
  /** What resuming the report does about the problem, as the start of a hint. */
  readonly means: string;
}

/** An error that already has a hint is not changed. */
async function withResumeHint<T>(report: DamagedReport, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AxisError) || error.code !== "report-unreadable" || error.hint !== undefined) throw error;
    if (!existsSync(joinInside(reportFolder(report.configDir, report.id), journalName))) throw error;
    const hint = `${report.means} with: axis run --resume ${report.id}`;
    throw new AxisError(error.code, error.message, { hint, cause: error });
  }
}
