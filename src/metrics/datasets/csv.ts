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
  for await (const row of readRows(path)) {
    if ("fault" in row && columns === undefined) throw datasetError(`${path}, line ${row.line}`, row.fault);
    if ("fault" in row) yield { place: `line ${row.line}`, line: row.line, value: undefined, fault: row.fault };
    else columns = columns === undefined ? readHeader(row.cells, path, options) : yield* yieldRow(row, columns);
  }
  if (columns === undefined) throw datasetError(path, "is empty: the first line must name the columns");
}

interface Row {
  readonly cells: readonly string[];
  /** The line it starts on. */
  readonly line: number;
}

interface FaultyRow {
  readonly fault: string;
  readonly line: number;
}

/** Yields a row as a record and returns the columns. */
function* yieldRow({ cells, line }: Row, columns: readonly Column[]) {
  if (cells.length > 1 || cells[0] !== "") yield toRowRecord(cells, columns, line);
  return columns;
}

function countLineBreaks(cells: readonly string[], lineBreak: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(lineBreak)?.length ?? 0), 0);
}

/** Mistakes that end with their line: the next line can be read again. */
const faults: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE:
    'is not valid CSV: a quote inside a cell without quotes around it; write the cell as "a ""quoted"" word"',
  CSV_INVALID_CLOSING_QUOTE:
    'is not valid CSV: text after the closing quote of a cell; write a quote inside a cell as two: "a ""quoted"" word"',
};

/** What the parser gives: a record with the line it ends on, or a mistake in the order of the file. */
type Parsed =
  | { readonly record: string[]; readonly info: { readonly lines: number } }
  | { readonly mistake: CsvError; readonly cellsBefore: readonly string[] };

async function* readRows(path: string): AsyncGenerator<Row | FaultyRow> {
  const parser = await openParser();
  const feeding = feed(path, parser);
  // The parser counts the two characters of a quoted CRLF as two line breaks.
  let counted = 0;
  let end = 0;
  for await (const parsed of parser as AsyncIterable<Parsed>) {
    if ("record" in parsed) {
      const cells = parsed.record;
      const line = parsed.info.lines - counted - countLineBreaks(cells, /[\r\n]/g);
      counted += countLineBreaks(cells, /\r\n/g);
      end = parsed.info.lines - counted;
      yield { cells, line };
      continue;
    }
    const { mistake, cellsBefore } = parsed;
    const fault = faults[mistake.code];
    if (fault === undefined)
      throw datasetError(`${path}, line ${end + 1}`, `is not valid CSV: ${errorMessage(mistake)}`, { cause: mistake });
    // One row may have several; the first one explains it.
    if (Number(mistake["lines"]) - counted <= end) continue;
    counted += countLineBreaks(cellsBefore, /\r\n/g);
    end = Number(mistake["lines"]) - counted;
    yield { fault, line: end };
  }
  await feeding;
}

async function openParser() {
  const { parse } = await import("csv-parse");
  const parser = parse({
    bom: true,
    relax_column_count: true,
    max_record_size: maxRecordBytes,
    info: true,
    skip_records_with_error: true,
    on_skip(mistake) {
      if (mistake === undefined) return undefined;
      const { state } = parser as unknown as { state: { quoting: boolean; record: string[] } };
      // Otherwise the parser would take all lines up to the next quote for a part of this cell.
      if (mistake.code === "CSV_INVALID_CLOSING_QUOTE") state.quoting = false;
      parser.push({ mistake, cellsBefore: [...state.record] });
      return undefined;
    },
  });
  return parser;
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
