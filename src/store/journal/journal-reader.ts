/** Reads a journal: its records, a torn end that can be moved aside, or the position of damage. */
import { type Cell, cellId } from "../../core/cell.ts";
import { AxisError, systemCode } from "../../core/error.ts";
import type { JournalStep } from "../../core/store.ts";
import { openStoredFile, readStoredFile } from "../disk/stored-file.ts";
import { compactStep, type JournalRecord, journalVersion, parseRecord, recordStart } from "./journal-record.ts";

/** Follows a journal that another process writes. Returns each record once it is complete; buffers only an incomplete end. */
const chunkBytes = 262_144;

/** A reader that remembers its position in the file. */
export class JournalTail {
  readonly #file: string;
  #offset = 0;
  #seq = 0;
  #isDamaged = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether the reader found a damaged record: nothing after it is read. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** The records since the last call; none if the journal does not exist yet. */
  async *read(): AsyncGenerator<JournalRecord, void, undefined> {
    const handle = await openStoredFile(this.#file).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (handle === undefined) return;
    await using _ = handle;
    const chunk = Buffer.alloc(chunkBytes);
    let rest = Buffer.alloc(0);
    for (let at = this.#offset; !this.#isDamaged;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        const record = this.#next(rest.subarray(0, end));
        if (record === null) return;
        rest = rest.subarray(end + 1);
        yield record;
      }
    }
  }

  /** Null for an invalid line: it may be a torn end that will be cut off, so the line is read again next time. */
  #next(line: Buffer): JournalRecord | null {
    const record = parseRecord(line);
    if (record === null) return null;
    if (record.version > journalVersion || record.seq !== this.#seq + 1) {
      this.#isDamaged = true;
      return null;
    }
    this.#seq = record.seq;
    this.#offset += line.length + 1;
    return record;
  }
}

/** The content of a journal file. */
export interface JournalContent {
  readonly records: readonly JournalRecord[];
  readonly steps: JournalStep[];
  /** The number of bytes of valid records at the start. */
  readonly goodBytes: number;
  /** An incomplete last line: no caller was told that it is on disk. */
  readonly torn?: { readonly bytes: number };
  /** The file was changed after it was written. */
  readonly damage?: { readonly offset: number };
}

/** Never changes the file, because another process may be writing it. */
export async function readJournal(file: string): Promise<JournalContent> {
  return parseJournal(await readStoredFile(file), file);
}

/** Parses the bytes of a journal. */
export function parseJournal(bytes: Buffer, file: string): JournalContent {
  const records: JournalRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    const record = end === -1 ? null : parseRecord(bytes.subarray(at, end));
    if (record !== null && record.version > journalVersion) throw newerJournalError(file, record.version);
    if (record === null || record.seq !== records.length + 1) break;
    records.push(record);
    at = end + 1;
  }
  const content = { records, steps: shareCells(records), goodBytes: at };
  if (at === bytes.length) return content;
  const rest = bytes.subarray(at);
  return isTornEnd(rest, records.length + 1)
    ? { ...content, torn: { bytes: rest.length } }
    : { ...content, damage: { offset: at } };
}

/**
 * A torn end is garbage, or one incomplete record, which may lack only its line break. If a second record begins there,
 * or a complete one follows other bytes, the bytes before it were once complete: that is damage.
 */
function isTornEnd(rest: Buffer, seq: number): boolean {
  const [piece, second] = splitRecords(rest);
  if (piece === undefined) return true;
  if (second !== undefined) return false;
  const whole = parseRecord(piece);
  return whole === null || (whole.seq === seq && rest.indexOf(piece) === 0);
}

/** The pieces that start like a record, each up to its line break or the next record. */
export function splitRecords(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = bytes.indexOf(recordStart); at !== -1;) {
    const next = bytes.indexOf(recordStart, at + 1);
    const stretch = bytes.subarray(at, next === -1 ? bytes.length : next);
    pieces.push(stretch.subarray(0, findRecordEnd(stretch)));
    at = next;
  }
  return pieces;
}

/** Ends at the first checksum, so that a changed line break does not hide a complete record. */
function findRecordEnd(stretch: Buffer): number {
  const [found] = /,"sum":"[0-9a-f]{16}"\}/.exec(stretch.toString("latin1")) ?? [];
  return found === undefined ? stretch.length : stretch.indexOf(found) + found.length;
}

/** Thousands of steps refer to the same cells, so each cell is kept only once. */
function shareCells(records: readonly JournalRecord[]): JournalStep[] {
  const cells = new Map<string, Cell>();
  return records.map(({ step }) => {
    if (!("cell" in step.data)) return step;
    const id = cellId(step.data.cell);
    const cell = cells.get(id) ?? step.data.cell;
    cells.set(id, cell);
    return compactStep(step, cell);
  });
}

function newerJournalError(file: string, version: number): AxisError {
  return new AxisError(
    "report-unreadable",
    `${file} was written by a newer version of AXIS (journal version ${version}; this AXIS reads up to ${journalVersion})`,
    { hint: "Update AXIS to read it" },
  );
}

/** The error for a journal that was changed after it was written. */
export function damagedJournalError(id: string, file: string, offset: number): AxisError {
  return new AxisError("report-damaged", `${file} is damaged at byte ${offset}`, {
    hint: `Recover its valid records with: axis recover ${id}`,
  });
}
