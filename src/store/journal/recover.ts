/** Recovers the valid records of a damaged journal. The damaged file is kept beside it, byte for byte. */
import { constants } from "node:fs";
import { access, copyFile, link, open } from "node:fs/promises";
import { AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { nodeDisk, withNamedErrors } from "../disk/disk.ts";
import { readStoredFile } from "../disk/stored-file.ts";
import { writeAtomically } from "../documents/document.ts";
import { unreadableError } from "../documents/read-document.ts";
import { openFolders } from "../disk/folders.ts";
import { parseJournal, splitRecords } from "./journal-reader.ts";
import { parseRecord, formatRecord } from "./journal-record.ts";
import type { JournalRecord } from "./journal-record.ts";
import { toReportLock, takeLock } from "../disk/lock.ts";
import { journalName, reportFolder } from "../paths.ts";

/** The result of a recovery; `file` is the damaged journal under its new name. */
export interface Recovery {
  readonly kept: number;
  readonly lost: number;
  readonly file: string;
}

/** Writes a new journal with the valid records. An undamaged journal is not changed. */
export async function recoverReport(configDir: string, id: string): Promise<Recovery> {
  const folder = reportFolder(configDir, id);
  const path = joinInside(folder, journalName);
  await requireJournal(path, id);
  const lock = await takeLock(folder, { ...toReportLock(id), onWarning: () => {} });
  try {
    return await recoverJournal(folder, id);
  } finally {
    await lock[Symbol.asyncDispose]();
  }
}

async function recoverJournal(folder: string, id: string): Promise<Recovery> {
  const path = joinInside(folder, journalName);
  const bytes = await readStoredFile(path).catch((error: unknown) => {
    throw unreadableError(path, errorMessage(error), error);
  });
  const content = parseJournal(bytes, path);
  if (content.damage === undefined) return { kept: content.records.length, lost: 0, file: path };
  const { records, lost } = findGoodRecords(bytes);
  if (records[0]?.step.type !== "plan")
    throw new AxisError("report-damaged", `The plan of report ${id} is lost, so the report can't be resumed`, {
      hint: `The files of its runs are still in ${folder}`,
    });
  const file = await keepDamagedJournal(folder, path);
  await writeNewJournal(folder, path, records);
  return { kept: records.length, lost, file };
}

async function requireJournal(path: string, id: string): Promise<void> {
  try {
    await access(path);
  } catch (cause) {
    throw new AxisError("report-missing", `Report "${id}" has no journal`, {
      hint: "List reports with: axis reports",
      cause,
    });
  }
}

/** Counts as lost: missing numbers, and pieces after the last valid record that start like a record. */
function findGoodRecords(bytes: Buffer): { records: JournalRecord[]; lost: number } {
  const records: JournalRecord[] = [];
  let seq = 0;
  let behind = 0;
  for (const piece of splitRecords(bytes)) {
    const record = parseRecord(piece);
    if (record === null) behind += 1;
    if (record === null || record.seq <= seq) continue;
    records.push(record);
    seq = record.seq;
    behind = 0;
  }
  return { records, lost: seq - records.length + behind };
}

/** Adds a second name for the same file, so that the report has a journal at every moment. */
async function keepDamagedJournal(folder: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = joinInside(folder, `journal.damaged-${number}.ndjson`);
    try {
      await link(path, kept).catch(async (error: unknown) => {
        if (systemCode(error) === "EEXIST") throw error;
        await copyDurably(path, kept); // The file system has no hard links.
      });
      return kept;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await using handle = await open(to, "r+");
  await handle.datasync();
}

async function writeNewJournal(folder: string, path: string, records: readonly JournalRecord[]): Promise<void> {
  const disk = withNamedErrors(nodeDisk);
  const lines = records.map((record, index) => formatRecord({ ...record, seq: index + 1 }, (text) => text));
  await writeAtomically({ disk, folders: openFolders(disk, folder), path, file: journalName }, lines);
}
