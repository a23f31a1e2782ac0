/** The names above the columns of the items; a metric's name sorts by its scores. */
import { safeLine } from "../text/safe.ts";
import { columnsOf } from "./item-line.tsx";
import { sortBy } from "./item-selection.ts";
import type { ItemGridProps } from "./items.tsx";

export function ItemHead({ names, selection, choose }: ItemGridProps) {
  return (
    <div class="item-grid item-heads" style={columnsOf(names.length)} role="group" aria-label="Sort by a metric">
      <span>Item</span>
      {names.map((name) => {
        const own = sortBy(name);
        const isActive = selection.sort === own;
        // Scores start with the lowest: that is where one looks.
        const next =
          isActive && selection.descending ? { sort: "", descending: false } : { sort: own, descending: isActive };
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
