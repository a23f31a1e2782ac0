/** JSON and YAML datasets: an object with `items`, or a list of items, read as a whole. */
import { readFile } from "node:fs/promises";
import { AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { parseJson, parseYaml } from "../../core/data-files/json-file.ts";
import { datasetError, type DatasetRecord } from "./record.ts";

/** The metadata of a file, and its items. */
export interface DatasetDocument {
  readonly about: Readonly<Record<string, unknown>>;
  readonly records: readonly DatasetRecord[];
}

/** Reads a whole file in the given language. */
export async function readDocument(path: string, kind: "json" | "yaml"): Promise<DatasetDocument> {
  const text = await readUtf8File(path);
  try {
    return toDocument(kind === "json" ? parseJsonText(text, path) : await parseYaml(text, path), path);
  } catch (error) {
    if (!(error instanceof AxisError) || error.code !== "config-invalid") throw error;
    throw new AxisError("dataset-invalid", error.message, { cause: error });
  }
}

/** Tries the built-in parser first: the strict one is slower, but it says where a text is invalid. */
function parseJsonText(text: string, path: string): unknown {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text) as unknown;
  } catch {
    return parseJson(text, path);
  }
}

function toDocument(value: unknown, path: string): DatasetDocument {
  if (Array.isArray(value)) return { about: {}, records: value.map(toItemRecord) };
  if (typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items)) {
    const { items, ...about } = value as { items: unknown[] };
    return { about, records: items.map(toItemRecord) };
  }
  throw datasetError(path, 'contains no items: expected a list, or an object with a list called "items"');
}

function toItemRecord(value: unknown, index: number): DatasetRecord {
  return { place: `items[${index}]`, line: null, value };
}

async function readUtf8File(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    const why =
      systemCode(cause) === "ENOENT" ? "the file does not exist" : `could not be read (${errorMessage(cause)})`;
    throw datasetError(path, why, { cause });
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw datasetError(path, "is not UTF-8 text", { hint: "Save it as UTF-8", cause });
  }
}
