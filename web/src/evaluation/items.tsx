/** The items by metric, with filters; an item opens to its details. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { PageItem, PageRow, PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatRowScore } from "../../../src/metrics/evaluation/exports/numbers.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { itemLink } from "../page-routes.ts";
import { Choice } from "../parts/choice.tsx";
import { FilterForm } from "../parts/filter-form.tsx";
import { Section } from "../parts/section.tsx";
import { Switch } from "../parts/switch.tsx";
import { useSelection } from "../parts/use-selection.ts";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import type { Source } from "../source/source.ts";
import { safe, safeLine } from "../text/safe.ts";
import { ItemBody } from "./item-body.tsx";
import {
  findRowState,
  type ItemSelection,
  metricSort,
  parseItemSelection,
  type RowState,
  rowStates,
  selectItems,
  stateWords,
  toItemQuery,
} from "./item-selection.ts";
import { useItems } from "./use-items.ts";

/** The same columns for the head and the items. */
function gridColumns(metrics: number): { gridTemplateColumns: string } {
  return { gridTemplateColumns: `minmax(12rem, 44rem) repeat(${metrics}, 7.5rem)` };
}

interface ItemLineProps {
  readonly item: PageItem;
  readonly names: readonly string[];
  readonly isOpen: boolean;
  readonly toggle: (item: PageItem) => void;
}

function ItemLine({ item, names, isOpen, toggle }: ItemLineProps) {
  const title = Object.values(item.fields ?? {})[0];
  return (
    <div class={`item ${isOpen ? "open" : ""}`} role="listitem">
      <button
        type="button"
        class="item-grid"
        style={gridColumns(names.length)}
        aria-expanded={isOpen}
        onClick={() => toggle(item)}
      >
        <span class="item-name">
          <b>{safeLine(item.id, 80)}</b>
          {title !== undefined && <small>{safeLine(title, 120)}</small>}
        </span>
        {names.map((name) => (
          <Field key={name} name={name} row={item.rows.find((row) => row.name === name)} />
        ))}
      </button>
      {isOpen && (
        <>
          <p class="more">
            <a href={itemLink(item.id)}>Link to this item</a>
          </p>
          <ItemBody item={item} />
        </>
      )}
    </div>
  );
}

const tones: Readonly<Record<RowState, string>> = {
  failed: "bad",
  below: "bad",
  "not-applicable": "faint",
  passed: "good",
  scored: "ink",
};

function Field({ name, row }: { name: string; row: PageRow | undefined }) {
  if (row === undefined)
    return (
      <span class="item-score tone-faint">
        <span class="sr">{safeLine(name, 60)}: </span>not in this file
      </span>
    );
  const state = findRowState(row);
  return (
    <span class={`item-score tone-${tones[state]}`}>
      <span class="sr">{safeLine(name, 60)}: </span>
      {row.status === "scored" && <b>{formatRowScore(row)}</b>}
      {state !== "scored" && <small>{stateWords[state]}</small>}
    </span>
  );
}

/** The filters above the items. */
interface ItemFiltersProps {
  readonly names: readonly string[];
  readonly selection: ItemSelection;
  readonly choose: (change: Partial<ItemSelection>) => void;
}

const orders = [
  ["", "Worst first"],
  ["dataset", "Dataset order"],
] as const;

function ItemFilters({ names, selection, choose }: ItemFiltersProps) {
  return (
    <FilterForm text={selection.text} among="item, text or explanation" onFind={(text) => choose({ text })}>
      <Choice name="Metric" value={selection.metric} options={names} onChoose={(metric) => choose({ metric })} />
      <Choice
        name="Row status"
        value={selection.state}
        options={rowStates}
        words={(state) => stateWords[state as RowState]}
        onChoose={(state) => choose({ state })}
      />
      <Switch
        label="Order"
        quiet
        value={selection.sort}
        options={orders}
        onChoose={(sort) => choose({ sort, descending: false })}
      />
    </FilterForm>
  );
}

/** Above this number, only visible items are rendered. */
const maxRendered = 1000;

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
    <Section id="items" title="Items" note={isWhole ? note : "loading"}>
      <ItemFilters names={names} selection={selection} choose={choose} />
      <p class="sr" role="status">
        {note} items shown
      </p>
      {error !== null && <p class="notice bad">The rows cannot be read: {safe(error)}</p>}
      {isWhole && shown.length === 0 ? (
        <p class="notice">{items.length === 0 ? "There are no items." : "No item matches the filters."}</p>
      ) : (
        <ItemGrid shown={shown} names={names} selection={selection} choose={choose} />
      )}
    </Section>
  );
}

interface ItemGridProps {
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
          {shown.length > maxRendered ? (
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

/** The column heads; a metric's name sorts by its scores. */
function ItemHead({ names, selection, choose }: ItemGridProps) {
  return (
    <div class="item-grid item-heads" style={gridColumns(names.length)} role="group" aria-label="Sort by a metric">
      <span>Item</span>
      {names.map((name) => {
        const sort = metricSort(name);
        const isActive = selection.sort === sort;
        // The first click sorts the lowest scores first.
        const next =
          isActive && selection.descending ? { sort: "", descending: false } : { sort, descending: isActive };
        return (
          <button key={name} type="button" aria-pressed={isActive} onClick={() => choose(next)}>
            {safeLine(name, 60)}
            <span aria-hidden="true">{isActive ? (selection.descending ? " ▾" : " ▴") : ""}</span>
          </button>
        );
      })}
    </div>
  );
}
