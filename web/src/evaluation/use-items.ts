/** Reads the items of an evaluation. */
import { errorMessage } from "../../../src/core/error.ts";
import { useEffect, useState } from "preact/hooks";
import type { PageItem, PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { Source } from "../source/source.ts";
import { toSearchable, type SearchableItem } from "./item-selection.ts";

export interface ItemsReading {
  readonly items: readonly SearchableItem[];
  readonly isWhole: boolean;
  readonly error: string | null;
}

export function useItems(source: Source, { blocks }: PageRows): ItemsReading {
  const [read, setRead] = useState<ItemsReading>({ items: [], isWhole: false, error: null });
  useEffect(() => {
    let isWanted = true;
    const items: SearchableItem[] = [];
    const readAll = async () => {
      try {
        for await (const piece of source.pieces(blocks))
          for (const item of piece as PageItem[]) items.push(toSearchable(item));
        if (isWanted) setRead({ items, isWhole: true, error: null });
      } catch (error) {
        if (isWanted) setRead({ items, isWhole: false, error: errorMessage(error) });
      }
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, [source, blocks]);
  return read;
}
