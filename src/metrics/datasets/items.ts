/** Turns records into items; the options decide about unknown keys, invalid items, offset, limit and sample. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import { readItem } from "../../core/item/parse-item.ts";
import { isPlainObject } from "../../core/keys/key-case.ts";
import { createRandom, type Seed } from "../../statistics/random.ts";
import { hasField, moveUnknownKeys } from "./own-keys.ts";
import type { ReadOptions } from "./read-options.ts";
import { datasetError, type DatasetRecord, type RecordBatches } from "./record.ts";

/** An item with its position in the file and its source. */
export interface SourceItem {
  readonly item: DatasetItem;
  readonly place: string;
  readonly line: number | null;
  /** The source as text: it is the same for the same file, while an item may contain random ids. */
  readonly source: () => string;
}

/** The items of a source, one by one; `name` identifies the source in messages. */
export function selectItems(batches: RecordBatches, name: string, options: ReadOptions): AsyncGenerator<SourceItem> {
  const { offset = 0, limit = Number.POSITIVE_INFINITY, sample } = options;
  const valid = parseRecords(batches, name, options);
  const chosen = offset === 0 && limit === Number.POSITIVE_INFINITY ? valid : sliceItems(valid, offset, limit);
  return sample === undefined ? chosen : sampleItems(chosen, sample);
}

async function* parseRecords(batches: RecordBatches, name: string, options: ReadOptions): AsyncGenerator<SourceItem> {
  for await (const batch of batches)
    for (const record of batch) {
      const read = readRecord(record, options);
      if ("item" in read) yield read;
      else if (options.invalid === "skip")
        options.onIssue?.({ place: record.place, line: record.line, reason: read.reason });
      else throw datasetError(`${name}, ${record.place}`, read.reason, { hint: invalidItemHint });
    }
}

const invalidItemHint = "Fix it, or skip invalid items with: --invalid skip";

async function* sliceItems(
  items: AsyncIterable<SourceItem>,
  offset: number,
  limit: number,
): AsyncGenerator<SourceItem> {
  if (limit <= 0) return;
  let position = 0;
  for await (const item of items) {
    if (position >= offset) yield item;
    position += 1;
    if (position >= offset + limit) return;
  }
}

/** Parses one record as an item, or returns why it is not one. */
function readRecord(record: DatasetRecord, { unknown = "collect" }: ReadOptions): SourceItem | { reason: string } {
  const { value, text, fault, place, line } = record;
  if (fault !== undefined) return { reason: fault };
  const read = (names: "memory" | "written") =>
    readItem(addDefaultId(unknown === "error" ? value : moveUnknownKeys(value, unknown, names), record), "item");
  const { item } = reuseParsed(value) ?? read("memory");
  if (item !== undefined) return { item, place, line, source: () => text ?? JSON.stringify(value) };
  // Parse it again as written, so that problems are reported with the keys people wrote.
  const { problems = [] } = read("written");
  return { reason: problems.map((problem) => problem.replace(/^item(?:\.|: )/, "")).join("; ") };
}

/** Items are frozen; one that was already parsed is used as it is. */
function reuseParsed(value: unknown): { readonly item: DatasetItem } | undefined {
  if (typeof value !== "object" || value === null || !Object.isFrozen(value)) return undefined;
  const { item } = readItem(value);
  return item === undefined ? undefined : { item };
}

/** A file must give the same ids each time it is read, so an item without an id is named after its position. */
function addDefaultId(value: unknown, { place, line }: DatasetRecord): unknown {
  if (!isPlainObject(value) || hasField(value, "id")) return value;
  return { ...value, id: line === null ? place : `line-${line}` };
}

/** Reads to the end, keeps `size` items (algorithm R), and yields them in their original order. */
async function* sampleItems<T>(
  items: AsyncIterable<T>,
  { size, seed = 1 }: { readonly size: number; readonly seed?: Seed },
): AsyncGenerator<T> {
  const random = createRandom(`${seed}/sample/dataset`);
  const kept: { readonly position: number; readonly item: T }[] = [];
  let position = 0;
  for await (const item of items) {
    if (kept.length < size) kept.push({ position, item });
    else {
      const slot = random.integer(position + 1);
      if (slot < size) kept[slot] = { position, item };
    }
    position += 1;
  }
  for (const { item } of kept.toSorted((one, other) => one.position - other.position)) yield item;
}
