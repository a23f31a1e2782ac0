/** Checks that all items of a file have different ids, with one number of memory per item. */
import type { SourceItem } from "./items.ts";
import type { ReadOptions } from "./read-options.ts";
import { datasetError } from "./record.ts";

export interface IdSource {
  /** The name of the source in messages. */
  readonly name: string;
  readonly items: AsyncIterable<SourceItem>;
  /** Reads all items of the file again, from the start. */
  readonly again: () => AsyncIterable<SourceItem>;
}

/**
 * Yields items until one repeats an earlier id: that is an error that names both items, or with `invalid: "skip"` the
 // item is reported and skipped. Only hashes of the ids are stored; if two hashes are equal, the file is read again to
 // see whether the ids are equal too.
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
