/** The source of an evaluation's items: a file, a dataset in memory, a list, or a stream. */
import type { DatasetItem } from "../../../core/dataset-item.ts";
import { Dataset, type ItemInput } from "../../datasets/dataset.ts";
import { detectFormat, streamItems } from "../../datasets/formats.ts";
import { selectItems, type SourceItem } from "../../datasets/items.ts";
import type { ReadOptions } from "../../datasets/read-options.ts";
import { datasetError, type DatasetRecord, toSingleBatches } from "../../datasets/record.ts";

/** Checks that all items of a file have different ids, with one number of memory per item. */
interface IdSource {
  /** The name of the source in messages. */
  readonly name: string;
  readonly items: AsyncIterable<SourceItem>;
  /** Reads all items of the file again, from the start. */
  readonly again: () => AsyncIterable<SourceItem>;
}

/**
 * Yields items until one repeats an earlier id: that is an error that names both items, or with `invalid: "skip"` the
 * item is reported and skipped. Only hashes of the ids are stored; if two hashes are equal, the file is read again to
 * see whether the ids are equal too.
 */
export async function* checkUniqueIds(
  { name, items, again }: IdSource,
  { invalid, onIssue }: ReadOptions,
): AsyncGenerator<SourceItem> {
  const seen = new Set<number>();
  for await (const item of items) {
    const mark = hashId(item.item.id);
    const other = seen.has(mark) ? await findOtherItem(again(), item) : undefined;
    seen.add(mark);
    if (other === undefined) {
      yield item;
      continue;
    }
    const reason = `the id "${item.item.id}" is already used by ${other.place}`;
    if (invalid !== "skip") throw datasetError(`${name}, ${item.place}`, reason, { hint: duplicateIdHint });
    onIssue?.({ place: item.place, line: item.line, reason });
  }
}

const duplicateIdHint = "Give every item a unique id, or skip the later ones with: --invalid skip";

/** The first other item with this id. */
async function findOtherItem(items: AsyncIterable<SourceItem>, { item, place }: SourceItem) {
  for await (const other of items) if (other.item.id === item.id && other.place !== place) return other;
  return undefined;
}

/** A 53-bit hash from two FNV-style hashes. */
function hashId(id: string): number {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

export type DatasetInput = string | Dataset | Iterable<ItemInput> | AsyncIterable<ItemInput>;

export interface ItemSource {
  /** The name used in messages. */
  readonly name: string;
  /** Null if the size is unknown before everything is read. */
  readonly size: number | null;
  readonly items: AsyncIterable<SourceItem>;
}

/** Opens a source. A path with an unknown extension is rejected here, before anything is measured. */
export function openSource(dataset: DatasetInput, options: ReadOptions): ItemSource {
  if (typeof dataset === "string") return openFileSource(dataset, options);
  const name = dataset instanceof Dataset ? dataset.name : "dataset";
  const size = dataset instanceof Dataset ? dataset.size : Array.isArray(dataset) ? dataset.length : null;
  return { name, size, items: selectItems(toSingleBatches(toDatasetRecords(dataset)), name, options) };
}

function openFileSource(name: string, options: ReadOptions): ItemSource {
  const { offset: _offset, limit: _limit, sample: _sample, onIssue: _onIssue, ...wholly } = options;
  const format = detectFormat(name);
  const again = () => streamItems(name, wholly, format);
  return {
    name,
    size: null,
    items: checkUniqueIds({ name, items: streamItems(name, options, format), again }, options),
  };
}

async function* toDatasetRecords(
  dataset: Iterable<ItemInput> | AsyncIterable<ItemInput>,
): AsyncGenerator<DatasetRecord> {
  let index = 0;
  for await (const input of dataset) {
    const value: unknown = typeof input === "string" ? { query: input } : (input as DatasetItem);
    yield { place: `items[${index}]`, line: null, value };
    index += 1;
  }
}
