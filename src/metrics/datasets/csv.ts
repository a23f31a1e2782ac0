/** Reads CSV with a header (RFC 4180) as a stream. The parser is loaded only here. */
import type { CsvError } from "csv-parse";
import { TextDecoder } from "node:util";
import { errorMessage } from "../../core/error.ts";
import { readCell } from "./csv-cell.ts";
import { readDatasetBytes } from "./lines.ts";
import { datasetError, type DatasetRecord } from "./record.ts";

export interface CsvOptions {
  /** Renames columns: from the name in the header to a field name. */
  readonly columnMapping?: Readonly<Record<string, string>>;
  /** The in-memory name of a field; undefined if the column is not a field. */
  readonly fieldOf: (column: string) => string | undefined;
}

/** A longer record means that a quote was never closed. */
const maxRecordBytes = 64_000_000;

interface Column {
  readonly name: string;
  readonly field: string | undefined;
}

/** The records of a file, each with the line it starts on. */
export async function* readCsv(path: string, options: CsvOptions): AsyncGenerator<DatasetRecord> {
  let columns: readonly Column[] | undefined;
  let line = 1;
  for await (const cells of readRows(path)) {
    columns = columns === undefined ? readHeader(cells, path, options) : yield* yieldRow(cells, columns, line);
    line += 1 + countLineBreaks(cells);
  }
  if (columns === undefined) throw datasetError(path, "is empty: the first line must name the columns");
}

/** Yields a row as a record and returns the columns. */
function* yieldRow(cells: readonly string[], columns: readonly Column[], line: number) {
  if (cells.length > 1 || cells[0] !== "") yield toRowRecord(cells, columns, line);
  return columns;
}

/** The parser would count the two characters of a quoted CRLF as two line breaks. */
function countLineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

async function* readRows(path: string): AsyncGenerator<string[]> {
  const { parse } = await import("csv-parse");
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: maxRecordBytes });
  const feeding = feed(path, parser);
  try {
    yield* parser as AsyncIterable<string[]>;
    await feeding;
  } catch (cause) {
    if (!isCsvError(cause)) throw cause;
    throw datasetError(`${path}, line ${Number(cause["lines"] ?? 0)}`, `is not valid CSV: ${errorMessage(cause)}`, {
      cause,
    });
  }
}

/** Feeds the parser as fast as it accepts data; an error in the file also ends the parser. */
async function feed(path: string, parser: NodeJS.WritableStream & { destroy(error: Error): void }): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const bytes of readDatasetBytes(path))
      if (!parser.write(decodeChunk(decoder, bytes, path)))
        await new Promise((resolve) => parser.once("drain", resolve).once("close", resolve));
    parser.end(decodeChunk(decoder, undefined, path));
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Decodes whole characters; invalid bytes stop the reading instead of being replaced. */
function decodeChunk(decoder: TextDecoder, bytes: Uint8Array | undefined, path: string): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw datasetError(path, "is not UTF-8 text", { hint: "Save it as UTF-8", cause });
  }
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && "code" in error && String(error.code).startsWith("CSV_");
}

function readHeader(cells: readonly string[], path: string, { columnMapping = {}, fieldOf }: CsvOptions): Column[] {
  const names = cells.map((cell) => columnMapping[cell.trim()] ?? cell.trim());
  const missing = Object.keys(columnMapping).find((from) => !cells.some((cell) => cell.trim() === from));
  if (missing !== undefined) throw datasetError(path, `has no column "${missing}", but columnMapping renames it`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw datasetError(path, `has two columns named "${twice}"`);
  if (names.includes("")) throw datasetError(path, `column ${names.indexOf("") + 1} has no name`);
  return names.map((name) => ({ name, field: fieldOf(name) }));
}

function toRowRecord(cells: readonly string[], columns: readonly Column[], line: number): DatasetRecord {
  const where = { place: `line ${line}`, line };
  if (cells.length !== columns.length)
    return { ...where, value: undefined, fault: `has ${cells.length} cells, but the header has ${columns.length}` };
  const entries: [string, unknown][] = [];
  for (const [index, { name, field }] of columns.entries()) {
    const cell = readCell(cells[index] ?? "", field ?? name, field !== undefined);
    if ("fault" in cell) return { ...where, value: undefined, fault: `column "${name}": ${cell.fault}` };
    if (cell.value !== null) entries.push([name, cell.value]);
  }
  return { ...where, value: Object.fromEntries(entries) };
}
