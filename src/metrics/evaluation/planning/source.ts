/** The source of an evaluation's items: a file, a dataset in memory, a list, or a stream. */
import type { DatasetItem } from "../../../core/dataset-item.ts";
import { Dataset, type ItemInput } from "../../datasets/dataset.ts";
import { detectFormat, streamItems } from "../../datasets/formats.ts";
import { selectItems, type SourceItem } from "../../datasets/items.ts";
import type { ReadOptions } from "../../datasets/read-options.ts";
import { type DatasetRecord, toSingleBatches } from "../../datasets/record.ts";
import { checkUniqueIds } from "../../datasets/unique-ids.ts";

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

async function* toDatasetRecords(dataset: Iterable<ItemInput> | AsyncIterable<ItemInput>): AsyncGenerator<DatasetRecord> {
  let index = 0;
  for await (const input of dataset) {
    const value: unknown = typeof input === "string" ? { query: input } : (input as DatasetItem);
    yield { place: `items[${index}]`, line: null, value };
    index += 1;
  }
}
