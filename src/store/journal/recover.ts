/** Saves what is good of a damaged journal. The damaged one is kept beside it, byte for byte. */
import { constants } from "node:fs";
import { access, copyFile, link, open } from "node:fs/promises";
import { AxisError, messageOf, systemCode } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { nodeDisk, withNamedErrors } from "../disk/disk.ts";
import { readStored } from "../disk/stored-file.ts";
import { writeWhole } from "../documents/document.ts";
import { unreadable } from "../documents/stored-document.ts";
import { openFolders } from "../disk/folders.ts";
import { journalContent, recordPieces } from "./journal-reader.ts";
import { parseRecord, recordLine } from "./journal-record.ts";
import type { JournalRecord } from "./journal-record.ts";
import { reportLock, takeLock } from "../disk/lock.ts";
import { journalName, reportFolder } from "../paths.ts";

/** What became of a damaged journal; `file` is the old one, under its new name. */
export interface Recovery {
  readonly kept: number;
  readonly lost: number;
  readonly file: string;
}

/** Writes a new journal of the good records. A journal that is whole is left alone. */
export async function recoverReport(configDir: string, id: string): Promise<Recovery> {
  const folder = reportFolder(configDir, id);
  const path = joinInside(folder, journalName);
  await requireJournal(path, id);
  const lock = await takeLock(folder, { ...reportLock(id), onWarning: () => {} });
  try {
    return await recoverJournal(folder, id);
  } finally {
    await lock[Symbol.asyncDispose]();
  }
}

async function recoverJournal(folder: string, id: string): Promise<Recovery> {
  const path = joinInside(folder, journalName);
  const bytes = await readStored(path).catch((error: unknown) => {
    throw unreadable(path, messageOf(error), error);
  });
  const content = journalContent(bytes, path);
  if (content.damage === undefined) return { kept: content.records.length, lost: 0, file: path };
  const { records, lost } = goodRecords(bytes);
  if (records[0]?.step.type !== "plan")
    throw new AxisError("report-damaged", `The plan of report ${id} is lost, so it cannot be gone on with`, {
      hint: `The files of its runs are still in ${folder}`,
    });
  const file = await keepOld(folder, path);
  await writeNew(folder, path, records);
  return { kept: records.length, lost, file };
}

async function requireJournal(path: string, id: string): Promise<void> {
  try {
    await access(path);
  } catch (cause) {
    throw new AxisError("report-missing", `There is no journal of a report "${id}"`, {
      hint: "List reports with: axis reports",
      cause,
    });
  }
}

/** Lost are the numbers that are missing, and what began as a record behind the last good one. */
function goodRecords(bytes: Buffer): { records: JournalRecord[]; lost: number } {
  const records: JournalRecord[] = [];
  let seq = 0;
  let behind = 0;
  for (const piece of recordPieces(bytes)) {
    const record = parseRecord(piece);
    if (record === null) behind += 1;
    if (record === null || record.seq <= seq) continue;
    records.push(record);
    seq = record.seq;
    behind = 0;
  }
  return { records, lost: seq - records.length + behind };
}

/** A second name for the same file: at no moment is there a report without a journal. */
async function keepOld(folder: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = joinInside(folder, `journal.damaged-${number}.ndjson`);
    try {
      await link(path, kept).catch(async (error: unknown) => {
        if (systemCode(error) === "EEXIST") throw error;
        await copyDurably(path, kept); // File systems without hard links.
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

async function writeNew(folder: string, path: string, records: readonly JournalRecord[]): Promise<void> {
  const disk = withNamedErrors(nodeDisk);
  const lines = records.map((record, index) => recordLine({ ...record, seq: index + 1 }, (text) => text));
  await writeWhole({ disk, folders: openFolders(disk, folder), path, file: journalName }, lines);
}
