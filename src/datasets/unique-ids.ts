/** Sees that no two items of a file have one id, in the memory of a number per item. */
import type { SourceItem } from "./items.ts";
import type { ReadOptions } from "./read-options.ts";
import { datasetError } from "./record.ts";

export interface IdSource {
  /** What messages call it. */
  readonly name: string;
  readonly items: AsyncIterable<SourceItem>;
  /** All items of the file, from the beginning. */
  readonly again: () => AsyncIterable<SourceItem>;
}

/**
 * The items, up to one that has the id of an earlier one: that is an error which names both, or with `invalid: "skip"` it is
 * told and passed over. Ids are remembered as numbers made of them; where two numbers are equal the file is read again, to
 * see whether the ids are.
 */
export async function* withUniqueIds(
  { name, items, again }: IdSource,
  { invalid, onIssue }: ReadOptions,
): AsyncGenerator<SourceItem> {
  const seen = new Set<number>();
  for await (const item of items) {
    const mark = markOf(item.item.id);
    const other = seen.has(mark) ? await otherItem(again(), item) : undefined;
    seen.add(mark);
    if (other === undefined) {
      yield item;
      continue;
    }
    const reason = `its id "${item.item.id}" is also that of ${other.place}`;
    if (invalid !== "skip") throw datasetError(`${name}, ${item.place}`, reason, { hint: refusalHint });
    onIssue?.({ place: item.place, line: item.line, reason });
  }
}

const refusalHint = "Give every item an id of its own, or pass the later ones over with: --invalid skip";

/** The first other item of that id. */
async function otherItem(items: AsyncIterable<SourceItem>, { item, place }: SourceItem) {
  for await (const other of items) if (other.item.id === item.id && other.place !== place) return other;
  return undefined;
}

/** 53 bits of two hashes in the manner of Fowler, Noll and Vo. */
function markOf(id: string): number {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
