/** The row of filters above the items. */
import { Choice } from "../parts/choice.tsx";
import { FilterForm } from "../parts/filter-form.tsx";
import { Switch } from "../parts/switch.tsx";
import { type ItemSelection, type RowState, rowStates, stateWords } from "./item-selection.ts";

interface ItemFiltersProps {
  readonly names: readonly string[];
  readonly selection: ItemSelection;
  readonly choose: (change: Partial<ItemSelection>) => void;
}

const orders = [
  ["", "Worst first"],
  ["dataset", "As in the dataset"],
] as const;

export function ItemFilters({ names, selection, choose }: ItemFiltersProps) {
  return (
    <FilterForm text={selection.text} among="item, text or explanation" onFind={(text) => choose({ text })}>
      <Choice name="Metric" value={selection.metric} options={names} onChoose={(metric) => choose({ metric })} />
      <Choice
        name="Has a row that is"
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
