/** The formats of dataset files, recognized by their extensions, and how to read each one. */
import { extname } from "node:path";
import { readCsv } from "./csv.ts";
import { readDocument } from "./document.ts";
import { selectItems, type SourceItem } from "./items.ts";
import { readJsonl } from "./jsonl.ts";
import { findField } from "./own-keys.ts";
import type { ReadOptions } from "./read-options.ts";
import { datasetError, type RecordBatches, toSingleBatches } from "./record.ts";

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
  return toSingleBatches(readCsv(path, { fieldOf: findField, ...(columnMapping === undefined ? {} : { columnMapping }) }));
}

async function* readDocumentRecords(path: string, format: "json" | "yaml") {
  yield (await readDocument(path, format)).records;
}
