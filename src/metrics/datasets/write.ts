/** Writes items as JSONL, CSV, JSON or YAML. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import { itemFields } from "../../core/dataset-item.ts";
import { snakeCase } from "../../core/keys/key-case.ts";
import { toYamlText } from "../../core/data-files/yaml-text.ts";
import { formatCsvLine } from "./csv-cell.ts";
import type { DatasetFormat } from "./formats.ts";
import { type KeySpelling, toWrittenItem } from "./written-item.ts";

export interface WriteOptions {
  /** The spelling of keys; default `snake`. */
  readonly case?: KeySpelling;
}

/** The metadata of a whole file, besides its items. */
export type FileMetadata = Readonly<Record<string, unknown>>;

/** Yields the pieces of a file in order. */
export async function* formatFile(
  format: DatasetFormat,
  { about, items }: { readonly about: FileMetadata; readonly items: Iterable<DatasetItem> },
  { case: spelling = "snake" }: WriteOptions = {},
): AsyncGenerator<string> {
  if (format === "jsonl") {
    for (const item of items) yield `${JSON.stringify(toWrittenItem(item, spelling))}\n`;
  } else if (format === "csv") {
    yield* formatCsv([...items], spelling);
  } else {
    const document = { ...about, items: [...items].map((item) => toWrittenItem(item, spelling)) };
    yield format === "json" ? `${JSON.stringify(document, null, 2)}\n` : await toYamlText(document);
  }
}

/** Writes columns for the fields that at least one item has, in schema order. */
function* formatCsv(items: readonly DatasetItem[], spelling: KeySpelling): Generator<string> {
  const rows = items.map((item) => toWrittenItem(item, spelling));
  const names = itemFields.map((field) => (spelling === "snake" ? snakeCase(field) : field));
  const columns = names.filter((name) => name === "id" || rows.some((row) => row[name] !== undefined));
  yield formatCsvLine(columns);
  for (const row of rows) yield formatCsvLine(columns.map((column) => row[column]));
}
