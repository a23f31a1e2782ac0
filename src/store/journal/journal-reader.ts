/** Reads a journal: its records, a torn end that can be set aside, or the place where it is damaged. */
import { cellId } from "../../core/cell.ts";
import type { Cell } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import type { JournalStep } from "../../core/store.ts";
import { readStored } from "../disk/stored-file.ts";
import { compactStep } from "./compact-step.ts";
import { journalVersion, parseRecord, recordStart } from "./journal-record.ts";
import type { JournalRecord } from "./journal-record.ts";

/** What a journal file holds. */
export interface JournalContent {
  readonly records: readonly JournalRecord[];
  readonly steps: JournalStep[];
  /** Bytes of the good records at the beginning. */
  readonly goodBytes: number;
  /** A last line that was not finished: nobody was told that it is on disk. */
  readonly torn?: { readonly bytes: number };
  /** Something was changed after it was written. */
  readonly damage?: { readonly offset: number };
}

/** Never alters the file: another process may be writing it. */
export async function readJournal(file: string): Promise<JournalContent> {
  return journalContent(await readStored(file), file);
}

/** The content of a journal from its bytes. */
export function journalContent(bytes: Buffer, file: string): JournalContent {
  const records: JournalRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    const record = end === -1 ? null : parseRecord(bytes.subarray(at, end));
    if (record !== null && record.version > journalVersion) throw newer(file, record.version);
    if (record === null || record.seq !== records.length + 1) break;
    records.push(record);
    at = end + 1;
  }
  const content = { records, steps: sharedSteps(records), goodBytes: at };
  if (at === bytes.length) return content;
  const rest = bytes.subarray(at);
  return isTornEnd(rest, records.length + 1)
    ? { ...content, torn: { bytes: rest.length } }
    : { ...content, damage: { offset: at } };
}

/**
 * A torn end is garbage, or one record that was not finished, if only by its line break. Where a second record began,
 * or a whole one stands behind something else, what came before it was once finished: that is damage.
 */
function isTornEnd(rest: Buffer, seq: number): boolean {
  const [piece, second] = recordPieces(rest);
  if (piece === undefined) return true;
  if (second !== undefined) return false;
  const whole = parseRecord(piece);
  return whole === null || (whole.seq === seq && rest.indexOf(piece) === 0);
}

/** The stretches that begin as records do, each up to its line break or to the next record. */
export function recordPieces(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = bytes.indexOf(recordStart); at !== -1;) {
    const next = bytes.indexOf(recordStart, at + 1);
    const stretch = bytes.subarray(at, next === -1 ? bytes.length : next);
    pieces.push(stretch.subarray(0, wholeLength(stretch)));
    at = next;
  }
  return pieces;
}

/** Up to the end of the first sum, so that a changed line break does not hide a whole record. */
function wholeLength(stretch: Buffer): number {
  const [found] = /,"sum":"[0-9a-f]{16}"\}/.exec(stretch.toString("latin1")) ?? [];
  return found === undefined ? stretch.length : stretch.indexOf(found) + found.length;
}

/** Thousands of steps speak of the same cells: each cell is kept once. */
function sharedSteps(records: readonly JournalRecord[]): JournalStep[] {
  const cells = new Map<string, Cell>();
  return records.map(({ step }) => {
    if (!("cell" in step.data)) return step;
    const id = cellId(step.data.cell);
    const cell = cells.get(id) ?? step.data.cell;
    cells.set(id, cell);
    return compactStep(step, cell);
  });
}

function newer(file: string, version: number): AxisError {
  return new AxisError(
    "report-unreadable",
    `${file} was written by a newer AXIS (journal version ${version}; this one reads up to ${journalVersion})`,
    { hint: "Update AXIS to read it" },
  );
}

/** The error for a journal that was changed after it was written. */
export function damaged(id: string, file: string, offset: number): AxisError {
  return new AxisError("report-damaged", `${file} is damaged at byte ${offset}`, {
    hint: `Save what is good of it with: axis recover ${id}`,
  });
}
