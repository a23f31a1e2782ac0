/** A run in a file as a page reads it: its head at once, the rows of its long lists part by part, straight from the file. */
import { type ListName, listNames } from "../../core/run/run-lists.ts";
import { cutList } from "../../report/html/list-parts.ts";
import type { ListPlace, RunBlock } from "../../report/html/page-index.ts";
import { blockOf, shownRows } from "../../report/html/split-run.ts";
import type { LongDetail } from "../../store/long-detail/long-detail.ts";
import { firstPartLength, partLength } from "./run-files.ts";

export interface SplitFile {
  readonly block: RunBlock;
  /** Undefined for a name that is no part. */
  readonly rows: (part: string) => Promise<readonly unknown[] | undefined>;
}

/** Of interactions a page is sent about a quarter. */
const shares: Partial<Record<ListName, number>> = { interactions: 4 };

export function splitFile({ head, lists }: Pick<LongDetail, "head" | "lists">): SplitFile {
  const places = {} as Record<ListName, ListPlace>;
  const readers = new Map<string, () => Promise<readonly unknown[]>>();
  for (const name of listNames) {
    const list = lists[name];
    const share = shares[name] ?? 1;
    const blocks = cutList(list, partLength * share, firstPartLength * share).map(({ from, to }, index) => {
      const part = `${name}.${index}`;
      readers.set(part, async () => shownRows(name, await list.read(from, to)));
      return part;
    });
    places[name] = { length: list.length, blocks };
  }
  return { block: blockOf(head, places), rows: async (part) => await readers.get(part)?.() };
}
