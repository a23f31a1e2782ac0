/** The formats of dataset files, recognized by their extensions, and how to read each one. */
import { extname } from "node:path";
import { jsonFault } from "../../core/data-files/json-scan.ts";
import { readCsv } from "./csv.ts";
import { readDocument } from "./document.ts";
import { selectItems, type SourceItem } from "./items.ts";
import { type LineBatch, readLines } from "./lines.ts";
import { findField } from "./own-keys.ts";
import type { ReadOptions } from "./read-options.ts";
import { datasetError, type DatasetRecord, type RecordBatches, toSingleBatches } from "./record.ts";

/** JSON Lines: one item per line, read as a stream; blank lines are skipped. */
const openBrace = 0x7b;

/** The records of a file in batches, each with its line number. */
async function* readJsonl(path: string): AsyncGenerator<Iterable<DatasetRecord>> {
  let line = 0;
  for await (const batch of readLines(path)) {
    yield parseLines(batch, line);
    line += batch.length;
  }
}

/** Parses records on demand. */
function* parseLines(batch: LineBatch, before: number): Generator<DatasetRecord> {
  for (const [position, text] of batch.entries())
    if (text === null || !isBlank(text)) yield parseLine(text, before + position + 1);
}

function isBlank(text: string): boolean {
  return text.charCodeAt(0) !== openBrace && text.trim() === "";
}

function parseLine(text: string | null, line: number): DatasetRecord {
  const place = `line ${line}`;
  if (text === null) return { place, line, value: undefined, fault: "is not UTF-8 text" };
  try {
    return { place, line, value: JSON.parse(text) as unknown, text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const fault = jsonFault(text);
    const at = fault === null ? "" : `, column ${fault.position + 1}: ${fault.message}`;
    return { place, line, value: undefined, fault: `is not valid JSON${at}` };
  }
}

export type DatasetFormat = "json" | "jsonl" | "csv" | "yaml";

const formatsByExtension: Readonly<Record<string, DatasetFormat>> = {
  ".json": "json",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
  ".yaml": "yaml",
  ".yml": "yaml",
};

/** Detects the format by the file extension. */
export function detectFormat(path: string): DatasetFormat {
  const format = formatsByExtension[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw datasetError(path, `the file extension does not tell its format`, {
    hint: `Use one of these extensions: ${Object.keys(formatsByExtension).join(", ")}`,
  });
}

/** Yields the items of a file one by one. JSONL and CSV need constant memory, whatever their length. */
export function streamItems(
  path: string,
  options: ReadOptions = {},
  format: DatasetFormat = detectFormat(path),
): AsyncGenerator<SourceItem> {
  return selectItems(readRecords(path, format, options), path, options);
}

/** The records of a file in batches, before they are parsed as items. */
export function readRecords(path: string, format: DatasetFormat, { columnMapping }: ReadOptions): RecordBatches {
  if (format === "jsonl") return readJsonl(path);
  if (format === "json" || format === "yaml") return readDocumentRecords(path, format);
  return toSingleBatches(readCsv(path, { fieldOf: findField, columnMapping }));
}

async function* readDocumentRecords(path: string, format: "json" | "yaml") {
  yield (await readDocument(path, format)).records;
}
