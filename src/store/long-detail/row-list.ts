/** A long list of a run that stays in its text: the positions of its rows, and the rows on demand. */
import { open } from "node:fs/promises";
import { z } from "zod";
import { Audit } from "../../core/score/axis-result.ts";
import { Entry } from "../../core/entry.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import { Interaction } from "../../core/interaction.ts";
import type { RowList } from "../../core/run/opened-run.ts";
import type { ListName } from "../../core/run/run-lists.ts";
import { unreadableError } from "../documents/read-document.ts";
import type { RowPositions } from "./row-scan.ts";

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
export function toFileText(source: RowFile): RowText {
  return { file: source.file, between: (start, end) => readTextRange(source, start, end) };
}

/** Text that is in memory. */
export function toMemoryText(bytes: Buffer, file: string): RowText {
  return { file, between: (start, end) => Promise.resolve(bytes.toString("utf8", start, end)) };
}

/** Rows that are read on demand. */
export function openRows(name: ListName, { start, ends }: RowPositions, source: RowText): RowList {
  const startOf = (position: number) => (position === 0 ? start : (ends[position - 1] ?? start));
  return {
    length: ends.length,
    measureRow: (position) => startOf(position + 1) - startOf(position),
    async read(from, to) {
      const [first, last] = [Math.max(0, from), Math.min(to, ends.length)];
      if (first >= last) return [];
      const text = await source.between(startOf(first), startOf(last));
      return checkRows({ name, text, count: last - first }, source.file);
    },
  };
}

/** Changes whenever the file is replaced or modified. */
export function toMark({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

async function readTextRange(source: RowFile, start: number, end: number): Promise<string> {
  try {
    return await readFileRange(source, start, end);
  } catch (error) {
    throw error instanceof AxisError ? error : unreadableError(source.file, errorMessage(error), error);
  }
}

async function readFileRange({ path, file, mark }: RowFile, start: number, end: number): Promise<string> {
  await using handle = await open(path);
  if (toMark(await handle.stat()) !== mark) throw unreadableError(file, "it was rewritten in the meantime");
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  if (bytesRead !== bytes.length) throw unreadableError(file, "it is shorter than before");
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

function checkRows({ name, text, count }: RowLines, file: string): readonly unknown[] {
  const rows = parseRows(text, file);
  if (rows.length !== count) throw unreadableError(file, `its ${name} are not one per line`);
  const result = schemas[name].safeParse(rows);
  if (!result.success) throw unreadableError(file, `${name}: ${result.error.issues[0]?.message ?? "unexpected shape"}`);
  // Entries may omit fields, which zod fills in; for other rows, zod's copy would lose keys such as `__proto__`.
  return name === "entries" ? result.data : rows;
}

function parseRows(text: string, file: string): readonly unknown[] {
  const lines = text.trimEnd();
  try {
    return JSON.parse(`[${lines.endsWith(",") ? lines.slice(0, -1) : lines}]`) as unknown[];
  } catch (error) {
    throw unreadableError(file, "it is not valid JSON", error);
  }
}
