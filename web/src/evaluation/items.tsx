/** The items: question, expected and answer with their differences, a score per metric. An item opens to its details. */
import { useContext, useMemo, useState } from "preact/hooks";
import type {
  PageEvaluation,
  PageItem,
  PageRow,
  PageRows,
} from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatRowScore } from "../../../src/metrics/evaluation/exports/numbers.ts";
import { ItemLinks } from "../page-routes.ts";
import { Choice } from "../parts/choice.tsx";
import { useShortcuts } from "../parts/keys.tsx";
import { Section } from "../parts/section.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { Switch } from "../parts/switch.tsx";
import type { Source } from "../source/source.ts";
import { safe, safeLine } from "../text/safe.ts";
import { nameField } from "./describe-evaluation.ts";
import { ItemBody } from "./item-body.tsx";
import {
  findRowState,
  type ItemSelection,
  metricSort,
  type RowState,
  rowStates,
  selectItems,
  sliceKey,
  stateWords,
} from "./item-selection.ts";
import { ItemTexts } from "./item-texts.tsx";
import { useItems } from "./use-items.ts";

/** The filters in the address, and how to change them. */
export type ItemListState = readonly [ItemSelection, (change: Partial<ItemSelection>) => void];

interface ItemsProps {
  readonly source: Source;
  readonly rows: PageRows;
  readonly evaluation: PageEvaluation;
  readonly list: ItemListState;
}

/** Items rendered at first, and with each press of the button. */
const step = 60;

/** More metrics than this have no column each: their scores wrap below the texts. */
const maxColumns = 6;

export function Items({ source, rows, evaluation, list: [selection, choose] }: ItemsProps) {
  const { items, isWhole, error } = useItems(source, rows);
  const [isMarked, setMarked] = useState(true);
  const shown = useMemo(() => selectItems(items, selection), [items, selection]);
  const [count, more] = useShowMore(shown.length, step, "items");
  const names = evaluation.summary.metrics.map(({ name }) => name);
  const note = shown.length === items.length ? String(shown.length) : `${shown.length} of ${items.length}`;
  useItemKeys();
  return (
    <Section
      id="items"
      title="Items"
      note={isWhole ? note : "loading"}
      actions={
        <Switch
          label="Differences"
          quiet
          value={isMarked ? "marked" : "plain"}
          options={[
            ["marked", "Differences marked"],
            ["plain", "Plain"],
          ]}
          onChoose={(word) => setMarked(word === "marked")}
        />
      }
    >
      <ItemFilters {...{ names, evaluation, selection, choose }} />
      <p class="sr" role="status">
        {note} items shown
      </p>
      {error !== null && <p class="notice bad">The rows cannot be read: {safe(error)}</p>}
      {isWhole && shown.length === 0 ? (
        <p class="notice">{items.length === 0 ? "There are no items." : "No item matches the filters."}</p>
      ) : (
        <ItemList shown={shown.slice(0, count)} names={names} isMarked={isMarked} />
      )}
      {more}
    </Section>
  );
}

/** The next and previous item with J and K. */
function useItemKeys(): void {
  const move = (by: number) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>(".items .item-open")];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, now + by))]?.focus();
  };
  useShortcuts([
    { key: "j", label: "Next item", run: () => move(1) },
    { key: "k", label: "Previous item", run: () => move(-1) },
  ]);
}

interface ItemFiltersProps {
  readonly names: readonly string[];
  readonly evaluation: PageEvaluation;
  readonly selection: ItemSelection;
  readonly choose: (change: Partial<ItemSelection>) => void;
}

function ItemFilters({ names, evaluation, selection, choose }: ItemFiltersProps) {
  const slices = evaluation.summary.slices.map(sliceKey);
  const sorts = ["dataset", ...names.flatMap((name) => [metricSort(name), highest(metricSort(name))])];
  return (
    <div class="filters" role="group" aria-label="Filters">
      <Choice
        name="Status"
        value={selection.state}
        options={rowStates}
        words={(state) => stateWords[state as RowState]}
        onChoose={(state) => choose({ state })}
      />
      <Choice name="Metric" value={selection.metric} options={names} onChoose={(metric) => choose({ metric })} />
      <Choice
        name="Slice"
        value={selection.slice}
        options={slices}
        words={(slice) => nameSlice(slice)}
        onChoose={(slice) => choose({ slice })}
      />
      <Choice
        name="Sort"
        value={selection.descending ? highest(selection.sort) : selection.sort}
        options={sorts}
        none="worst first"
        words={nameSort}
        onChoose={(sort) => choose({ sort: sort.replace(/^highest /, ""), descending: sort.startsWith("highest ") })}
      />
    </div>
  );
}

function highest(sort: string): string {
  return `highest ${sort}`;
}

function nameSort(sort: string): string {
  if (sort === "dataset") return "as in the dataset";
  const name = safeLine(sort.slice(sort.indexOf(":") + 1), 60);
  return `${sort.startsWith("highest ") ? "highest" : "lowest"} ${name}`;
}

/** `metadata.topic=auth` is read as `topic: auth`. */
function nameSlice(slice: string): string {
  const at = slice.indexOf("=");
  return `${nameField(slice.slice(0, at))}: ${safeLine(slice.slice(at + 1), 60)}`;
}

interface ItemListProps {
  readonly shown: readonly PageItem[];
  readonly names: readonly string[];
  readonly isMarked: boolean;
}

function ItemList({ shown, names, isMarked }: ItemListProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = ({ index }: PageItem) =>
    setOpen((now) => (now.has(index) ? new Set([...now].filter((each) => each !== index)) : new Set([...now, index])));
  const hasColumns = names.length <= maxColumns;
  return (
    <div
      class={`items ${hasColumns ? "with-columns" : ""}`}
      style={hasColumns ? { "--columns": names.length } : undefined}
    >
      {hasColumns && (
        <div class="item-grid item-heads" aria-hidden="true">
          <span>Question</span>
          <span>Expected and answer</span>
          {names.map((name) => (
            <span key={name}>{safeLine(name, 60)}</span>
          ))}
        </div>
      )}
      <div role="list" aria-label="Items">
        {shown.map((item) => (
          <ItemLine key={item.index} {...{ item, names, isMarked, toggle }} isOpen={open.has(item.index)} />
        ))}
      </div>
    </div>
  );
}

interface ItemLineProps {
  readonly item: PageItem;
  readonly names: readonly string[];
  readonly isMarked: boolean;
  readonly isOpen: boolean;
  readonly toggle: (item: PageItem) => void;
}

function ItemLine({ item, names, isMarked, isOpen, toggle }: ItemLineProps) {
  const linkItem = useContext(ItemLinks);
  const { id, fields, slices = [] } = item;
  const question = fields?.["query"];
  return (
    <div class={`item ${isOpen ? "open" : ""}`} role="listitem">
      <div class="item-grid">
        <div class="item-name">
          <button type="button" class="item-open" aria-expanded={isOpen} onClick={() => toggle(item)}>
            {question === undefined ? <span class="item-id">{safeLine(id, 160)}</span> : safeLine(question, 160)}
          </button>
          <small>
            {question !== undefined && <span class="item-id">{safeLine(id, 60)}</span>}
            {slices.map(({ field, value }) => (
              <span key={sliceKey({ field, value })} class="item-slice">
                {safeLine(value, 60)}
              </span>
            ))}
          </small>
        </div>
        <ItemTexts item={item} isMarked={isMarked} />
        <div class="item-scores">
          {names.map((name) => (
            <Score key={name} name={name} row={item.rows.find((row) => row.name === name)} />
          ))}
        </div>
      </div>
      {isOpen && (
        <div class="item-details">
          <p class="more">
            <a href={linkItem(id)}>Link to this item</a>
          </p>
          <ItemBody item={item} />
        </div>
      )}
    </div>
  );
}

const tones: Readonly<Record<RowState, string>> = {
  failed: "bad",
  below: "bad",
  "not-applicable": "faint",
  passed: "ink",
  scored: "ink",
};

function Score({ name, row }: { readonly name: string; readonly row: PageRow | undefined }) {
  const state = row === undefined ? null : findRowState(row);
  return (
    <span class={`item-score tone-${state === null ? "faint" : tones[state]}`}>
      <span class="score-name">{safeLine(name, 60)} </span>
      {row === undefined || state === null ? (
        <small>not in this file</small>
      ) : (
        <>
          {row.status === "scored" ? <b>{formatRowScore(row)}</b> : <small>{stateWords[state]}</small>}
          {row.status === "scored" && state !== "scored" && <span class="sr"> {stateWords[state]}</span>}
        </>
      )}
    </span>
  );
}
