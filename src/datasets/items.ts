/** Turns records into items: own keys, invalid ones, offset, limit and sample as the options say. */
import type { DatasetItem } from "../core/dataset-item.ts";
import { isPlainObject } from "../core/keys/key-case.ts";
import { readItem } from "../core/item/parse-item.ts";
import { hasField, withoutOwnKeys } from "./own-keys.ts";
import type { ReadOptions } from "./read-options.ts";
import { datasetError, type DatasetRecord, type RecordBatches } from "./record.ts";
import { sampled } from "./sample.ts";

/** An item with where it stood and what it was made of. */
export interface SourceItem {
  readonly item: DatasetItem;
  readonly place: string;
  readonly line: number | null;
  /** What it was read from, as text: the same file gives the same one, while an item may hold ids given by chance. */
  readonly source: () => string;
}

/** The items of a source, one by one; `name` is what messages call it. */
export function itemsOf(batches: RecordBatches, name: string, options: ReadOptions): AsyncGenerator<SourceItem> {
  const { offset = 0, limit = Number.POSITIVE_INFINITY, sample } = options;
  const valid = parsed(batches, name, options);
  const chosen = offset === 0 && limit === Number.POSITIVE_INFINITY ? valid : window(valid, offset, limit);
  return sample === undefined ? chosen : sampled(chosen, sample);
}

async function* parsed(batches: RecordBatches, name: string, options: ReadOptions): AsyncGenerator<SourceItem> {
  for await (const batch of batches)
    for (const record of batch) {
      const read = readRecord(record, options);
      if ("item" in read) yield read;
      else if (options.invalid === "skip")
        options.onIssue?.({ place: record.place, line: record.line, reason: read.reason });
      else throw datasetError(`${name}, ${record.place}`, read.reason, { hint: refusalHint });
    }
}

const refusalHint = "Mend it, or pass invalid items over with: --invalid skip";

async function* window(items: AsyncIterable<SourceItem>, offset: number, limit: number): AsyncGenerator<SourceItem> {
  if (limit <= 0) return;
  let position = 0;
  for await (const item of items) {
    if (position >= offset) yield item;
    position += 1;
    if (position >= offset + limit) return;
  }
}

/** One record as an item, or why it is none. */
export function readRecord(
  record: DatasetRecord,
  { unknown = "collect" }: ReadOptions,
): SourceItem | { reason: string } {
  const { value, text, fault, place, line } = record;
  if (fault !== undefined) return { reason: fault };
  const read = (names: "memory" | "written") =>
    readItem(named(unknown === "error" ? value : withoutOwnKeys(value, unknown, names), record), "item");
  const { item } = parsedAlready(value) ?? read("memory");
  if (item !== undefined) return { item, place, line, source: () => text ?? JSON.stringify(value) };
  // Once more as it was written, so that mistakes are named the way people wrote them.
  const { problems = [] } = read("written");
  return { reason: problems.map((problem) => problem.replace(/^item(?:\.|: )/, "")).join("; ") };
}

/** Items are frozen; one that was parsed before is taken as it is. */
function parsedAlready(value: unknown): { readonly item: DatasetItem } | undefined {
  if (typeof value !== "object" || value === null || !Object.isFrozen(value)) return undefined;
  const { item } = readItem(value);
  return item === undefined ? undefined : { item };
}

/** A file that is read twice must give the same ids, so an item without one is called after its place. */
function named(value: unknown, { place, line }: DatasetRecord): unknown {
  if (!isPlainObject(value) || hasField(value, "id")) return value;
  return { ...value, id: line === null ? place : `line-${line}` };
}
