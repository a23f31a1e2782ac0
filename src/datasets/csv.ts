/** CSV as RFC 4180 has it, with a header, read as a stream. The parser is loaded only here. */
import type { CsvError } from "csv-parse";
import { TextDecoder } from "node:util";
import { messageOf } from "../core/error.ts";
import { cellValue } from "./csv-cell.ts";
import { openBytes } from "./lines.ts";
import { datasetError, type DatasetRecord } from "./record.ts";

export interface CsvOptions {
  /** Other names for columns: from what the header says to the field it means. */
  readonly columnMapping?: Readonly<Record<string, string>>;
  /** The name of a field in memory, or undefined for a column that is none. */
  readonly fieldOf: (column: string) => string | undefined;
}

/** A longer record is a quote that was never closed. */
const mostRecordBytes = 64_000_000;

interface Column {
  readonly name: string;
  readonly field: string | undefined;
}

/** The records of a file, each with the line on which it begins. */
export async function* readCsv(path: string, options: CsvOptions): AsyncGenerator<DatasetRecord> {
  let columns: readonly Column[] | undefined;
  let line = 1;
  for await (const cells of rows(path)) {
    columns = columns === undefined ? header(cells, path, options) : yield* one(cells, columns, line);
    line += 1 + lineEndsIn(cells);
  }
  if (columns === undefined) throw datasetError(path, "is empty: the first line must name the columns");
}

/** Yields a row as a record and hands the columns on. */
function* one(cells: readonly string[], columns: readonly Column[], line: number) {
  if (cells.length > 1 || cells[0] !== "") yield rowRecord(cells, columns, line);
  return columns;
}

/** The parser's own count takes both halves of a line end in quotes for one each. */
function lineEndsIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

async function* rows(path: string): AsyncGenerator<string[]> {
  const { parse } = await import("csv-parse");
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: mostRecordBytes });
  const feeding = feed(path, parser);
  try {
    yield* parser as AsyncIterable<string[]>;
    await feeding;
  } catch (cause) {
    if (!isCsvError(cause)) throw cause;
    throw datasetError(`${path}, line ${Number(cause["lines"] ?? 0)}`, `is not valid CSV: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** Gives the parser as much as it takes; an error of the file ends the parser with it. */
async function feed(path: string, parser: NodeJS.WritableStream & { destroy(error: Error): void }): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const bytes of openBytes(path))
      if (!parser.write(decoded(decoder, bytes, path)))
        await new Promise((resolve) => parser.once("drain", resolve).once("close", resolve));
    parser.end(decoded(decoder, undefined, path));
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Text of whole characters; bytes that are none end the reading instead of turning into something else. */
function decoded(decoder: TextDecoder, bytes: Uint8Array | undefined, path: string): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw datasetError(path, "is not UTF-8 text", { hint: "Save it as UTF-8", cause });
  }
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && "code" in error && String(error.code).startsWith("CSV_");
}

function header(cells: readonly string[], path: string, { columnMapping = {}, fieldOf }: CsvOptions): Column[] {
  const names = cells.map((cell) => columnMapping[cell.trim()] ?? cell.trim());
  const missing = Object.keys(columnMapping).find((from) => !cells.some((cell) => cell.trim() === from));
  if (missing !== undefined) throw datasetError(path, `has no column "${missing}", which columnMapping renames`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw datasetError(path, `has two columns "${twice}"`);
  if (names.includes("")) throw datasetError(path, `column ${names.indexOf("") + 1} has no name`);
  return names.map((name) => ({ name, field: fieldOf(name) }));
}

function rowRecord(cells: readonly string[], columns: readonly Column[], line: number): DatasetRecord {
  const where = { place: `line ${line}`, line };
  if (cells.length !== columns.length)
    return { ...where, value: undefined, fault: `has ${cells.length} cells, the header has ${columns.length}` };
  const entries: [string, unknown][] = [];
  for (const [index, { name, field }] of columns.entries()) {
    const cell = cellValue(cells[index] ?? "", field ?? name, field !== undefined);
    if ("fault" in cell) return { ...where, value: undefined, fault: `column "${name}": ${cell.fault}` };
    if (cell.value !== null) entries.push([name, cell.value]);
  }
  return { ...where, value: Object.fromEntries(entries) };
}
