/** The row of filters above the items. */
import { Choice } from "../parts/choice.tsx";
import { type ItemSelection, type RowState, rowStates, stateWords } from "./item-selection.ts";

interface ItemFiltersProps {
  readonly names: readonly string[];
  readonly selection: ItemSelection;
  readonly choose: (change: Partial<ItemSelection>) => void;
}

export function ItemFilters({ names, selection, choose }: ItemFiltersProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label class="grow">
        <span>Find</span>
        <input
          type="search"
          value={selection.text}
          placeholder="item, text or explanation"
          onInput={(event) => choose({ text: event.currentTarget.value })}
        />
      </label>
      <Choice name="Metric" value={selection.metric} options={names} onChoose={(metric) => choose({ metric })} />
      <Choice
        name="Has a row that is"
        value={selection.state}
        options={rowStates}
        words={(state) => stateWords[state as RowState]}
        onChoose={(state) => choose({ state })}
      />
      <span class="switch" role="group" aria-label="Order">
        <button
          type="button"
          aria-pressed={selection.sort === ""}
          onClick={() => choose({ sort: "", descending: false })}
        >
          Worst first
        </button>
        <button
          type="button"
          aria-pressed={selection.sort === "dataset"}
          onClick={() => choose({ sort: "dataset", descending: false })}
        >
          As in the dataset
        </button>
      </span>
    </form>
  );
}
