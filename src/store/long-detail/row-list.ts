/** A long list of a run that stays in its text: the positions of its rows, and the rows on demand. */
import { open } from "node:fs/promises";
import { z } from "zod";
import { Audit } from "../../core/score/axis-result.ts";
import { Entry } from "../../core/entry.ts";
import { AxisError, messageOf } from "../../core/error.ts";
import { Interaction } from "../../core/interaction.ts";
import type { RowList } from "../../core/run/opened-run.ts";
import type { ListName } from "../../core/run/run-lists.ts";
import { unreadable } from "../documents/stored-document.ts";
import type { RowPlaces } from "./row-scan.ts";

/** The scanned file, and its mark at that time. */
export interface RowFile {
  readonly path: string;
  /** The name used in errors. */
  readonly file: string;
  readonly mark: string;
}

/** The scanned text. */
export interface RowText {
  /** The name used in errors. */
  readonly file: string;
  readonly between: (start: number, end: number) => Promise<string>;
}

/** Text that stays in its file. */
export function textInFile(source: RowFile): RowText {
  return { file: source.file, between: (start, end) => textBetween(source, start, end) };
}

/** Text that is in memory. */
export function textInBytes(bytes: Buffer, file: string): RowText {
  return { file, between: (start, end) => Promise.resolve(bytes.toString("utf8", start, end)) };
}

/** Rows that are read on demand. */
export function rowsInText(name: ListName, { start, ends }: RowPlaces, source: RowText): RowList {
  const startOf = (position: number) => (position === 0 ? start : (ends[position - 1] ?? start));
  return {
    length: ends.length,
    lengthOf: (position) => startOf(position + 1) - startOf(position),
    async read(from, to) {
      const [first, last] = [Math.max(0, from), Math.min(to, ends.length)];
      if (first >= last) return [];
      const text = await source.between(startOf(first), startOf(last));
      return checkedRows({ name, text, count: last - first }, source.file);
    },
  };
}

/** Changes whenever the file is replaced or modified. */
export function markOf({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

async function textBetween(source: RowFile, start: number, end: number): Promise<string> {
  try {
    return await readBetween(source, start, end);
  } catch (error) {
    throw error instanceof AxisError ? error : unreadable(source.file, messageOf(error), error);
  }
}

async function readBetween({ path, file, mark }: RowFile, start: number, end: number): Promise<string> {
  await using handle = await open(path);
  if (markOf(await handle.stat()) !== mark) throw unreadable(file, "it was rewritten in the meantime");
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  if (bytesRead !== bytes.length) throw unreadable(file, "it is shorter than before");
  return bytes.toString("utf8");
}

const schemas: Readonly<Record<ListName, z.ZodType<readonly unknown[]>>> = {
  entries: z.array(Entry),
  interactions: z.array(Interaction),
  environment: z.array(Audit),
  service: z.array(Audit),
  agent: z.array(Audit),
};

interface RowLines {
  readonly name: ListName;
  /** Lines that each end with a comma, except the last line of the list. */
  readonly text: string;
  readonly count: number;
}

function checkedRows({ name, text, count }: RowLines, file: string): readonly unknown[] {
  const rows = parsedRows(text, file);
  if (rows.length !== count) throw unreadable(file, `its ${name} are not one per line`);
  const result = schemas[name].safeParse(rows);
  if (!result.success) throw unreadable(file, `${name}: ${result.error.issues[0]?.message ?? "unexpected shape"}`);
  // Entries may omit fields, which zod fills in; for other rows, zod's copy would lose keys such as `__proto__`.
  return name === "entries" ? result.data : rows;
}

function parsedRows(text: string, file: string): readonly unknown[] {
  const lines = text.trimEnd();
  try {
    return JSON.parse(`[${lines.endsWith(",") ? lines.slice(0, -1) : lines}]`) as unknown[];
  } catch (error) {
    throw unreadable(file, "it is not valid JSON", error);
  }
}
