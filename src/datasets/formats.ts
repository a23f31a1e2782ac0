/** The kinds of dataset files, told by their endings, and how each is read. */
import { extname } from "node:path";
import { readCsv } from "./csv.ts";
import { readDocument } from "./document.ts";
import { itemsOf, type SourceItem } from "./items.ts";
import { readJsonl } from "./jsonl.ts";
import { fieldOf } from "./own-keys.ts";
import type { ReadOptions } from "./read-options.ts";
import { datasetError, type RecordBatches, singly } from "./record.ts";

export type DatasetFormat = "json" | "jsonl" | "csv" | "yaml";

const endings: Readonly<Record<string, DatasetFormat>> = {
  ".json": "json",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
  ".yaml": "yaml",
  ".yml": "yaml",
};

/** The format a path's ending says. */
export function formatOf(path: string): DatasetFormat {
  const format = endings[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw datasetError(path, `cannot tell what kind of file it is by its ending`, {
    hint: `Name it ${Object.keys(endings).join(", ")}`,
  });
}

/** The items of a file one by one. JSONL and CSV take the same memory however long they are. */
export function streamItems(
  path: string,
  options: ReadOptions = {},
  format: DatasetFormat = formatOf(path),
): AsyncGenerator<SourceItem> {
  return itemsOf(recordsOf(path, format, options), path, options);
}

/** The records of a file in batches, before they are taken for items. */
export function recordsOf(path: string, format: DatasetFormat, { columnMapping }: ReadOptions): RecordBatches {
  if (format === "jsonl") return readJsonl(path);
  if (format === "json" || format === "yaml") return documentRecords(path, format);
  return singly(readCsv(path, { fieldOf, ...(columnMapping === undefined ? {} : { columnMapping }) }));
}

async function* documentRecords(path: string, format: "json" | "yaml") {
  yield (await readDocument(path, format)).records;
}
