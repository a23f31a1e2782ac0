/** Reads the items of an evaluation. */
import { errorMessage } from "../../../src/core/error.ts";
import { useEffect, useState } from "preact/hooks";
import type { PageItem, PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { Source } from "../source/source.ts";
import { searched, type SearchedItem } from "./item-selection.ts";

export interface ItemsRead {
  readonly items: readonly SearchedItem[];
  readonly isWhole: boolean;
  readonly error: string | null;
}

export function useItems(source: Source, { blocks }: PageRows): ItemsRead {
  const [read, setRead] = useState<ItemsRead>({ items: [], isWhole: false, error: null });
  useEffect(() => {
    let wanted = true;
    const items: SearchedItem[] = [];
    const readAll = async () => {
      try {
        for await (const piece of source.pieces(blocks))
          for (const item of piece as PageItem[]) items.push(searched(item));
        if (wanted) setRead({ items, isWhole: true, error: null });
      } catch (error) {
        if (wanted) setRead({ items, isWhole: false, error: errorMessage(error) });
      }
    };
    void readAll();
    return () => {
      wanted = false;
    };
  }, [source, blocks]);
  return read;
}
