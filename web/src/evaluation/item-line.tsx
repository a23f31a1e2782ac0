/** An item: its id and its score by metric; opened, all details. */
import type { PageItem, PageRow } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatMean } from "../../../src/metrics/evaluation/exports/numbers.ts";
import { itemLink } from "../page-routes.ts";
import { safeLine } from "../text/safe.ts";
import { ItemBody } from "./item-body.tsx";
import { type RowState, findRowState, stateWords } from "./item-selection.ts";

/** The same columns for the head and the items. */
export function gridColumns(metrics: number): { gridTemplateColumns: string } {
  return { gridTemplateColumns: `minmax(12rem, 44rem) repeat(${metrics}, 7.5rem)` };
}

interface ItemLineProps {
  readonly item: PageItem;
  readonly names: readonly string[];
  readonly isOpen: boolean;
  readonly toggle: (item: PageItem) => void;
}

export function ItemLine({ item, names, isOpen, toggle }: ItemLineProps) {
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
      {row.status === "scored" && <b>{formatMean(row.score)}</b>}
      {state !== "scored" && <small>{stateWords[state]}</small>}
    </span>
  );
}
