/** Items down, metrics across, with filters; an item opens to what was measured and the signals behind each score. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { PageItem, PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { Section } from "../parts/section.tsx";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import { useSelection } from "../parts/use-selection.ts";
import type { Source } from "../source/source.ts";
import { safe } from "../text/safe.ts";
import { ItemFilters } from "./item-filters.tsx";
import { ItemHead } from "./item-head.tsx";
import { ItemLine } from "./item-line.tsx";
import { type ItemSelection, parseItemSelection, selectItems, toItemQuery } from "./item-selection.ts";
import { useItems } from "./use-items.ts";

/** Beyond this many only those one looks at are laid out. */
const mostLaidOut = 1000;

interface ItemsProps {
  readonly source: Source;
  readonly rows: PageRows;
  readonly metrics: readonly MetricSummary[];
  readonly query: URLSearchParams;
}

export function Items({ source, rows, metrics, query }: ItemsProps) {
  const [selection, choose] = useSelection(query, { parse: parseItemSelection, format: toItemQuery });
  const { items, isWhole, error } = useItems(source, rows);
  const shown = useMemo(() => selectItems(items, selection), [items, selection]);
  const names = useMemo(() => metrics.map(({ name }) => name), [metrics]);
  const note = shown.length === items.length ? String(shown.length) : `${shown.length} of ${items.length}`;
  return (
    <Section id="items" title="Items" note={isWhole ? note : "reading"}>
      <ItemFilters names={names} selection={selection} choose={choose} />
      <p class="sr" role="status">
        {note} items shown
      </p>
      {error !== null && <p class="notice bad">The rows cannot be read: {safe(error)}</p>}
      {isWhole && shown.length === 0 ? (
        <p class="notice">{items.length === 0 ? "There are no items." : "No item fits the filters."}</p>
      ) : (
        <ItemGrid shown={shown} names={names} selection={selection} choose={choose} />
      )}
    </Section>
  );
}

export interface ItemGridProps {
  readonly names: readonly string[];
  readonly selection: ItemSelection;
  readonly choose: (change: Partial<ItemSelection>) => void;
}

function ItemGrid({ shown, names, selection, choose }: ItemGridProps & { readonly shown: readonly PageItem[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<ListHandle>(null);
  const toggle = ({ index }: PageItem) =>
    setOpen((now) =>
      now.has(index) ? new Set([...now].filter((other) => other !== index)) : new Set([...now, index]),
    );
  const line = (item: PageItem) => (
    <ItemLine key={item.index} item={item} names={names} isOpen={open.has(item.index)} toggle={toggle} />
  );
  return (
    <div class="scroll items" tabIndex={0} role="region" aria-label="Items and metrics">
      <div style={{ minWidth: `${14 + names.length * 8}rem` }}>
        <ItemHead names={names} selection={selection} choose={choose} />
        <div role="list" aria-label="Items">
          {shown.length > mostLaidOut ? (
            <VirtualList handle={list} rows={shown} height="78vh">
              {line}
            </VirtualList>
          ) : (
            shown.map(line)
          )}
        </div>
      </div>
    </div>
  );
}
