/** An item on its own page. */
import type { PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { NotFound } from "../parts/not-found.tsx";
import type { Source } from "../source/source.ts";
import { safe, safeLine } from "../text/safe.ts";
import { ItemBody } from "./item-body.tsx";
import { useItems } from "./use-items.ts";

interface ItemPageProps {
  readonly source: Source;
  readonly rows: PageRows;
  readonly id: string;
}

export function ItemPage({ source, rows, id }: ItemPageProps) {
  const { items, isWhole, error } = useItems(source, rows);
  // Ids in a dataset may repeat: all items with this id are shown.
  const found = items.flatMap(({ item }) => (item.id.toWellFormed() === id ? [item] : []));
  if (error !== null) return <p class="notice bad">The rows cannot be read: {safe(error)}</p>;
  if (found.length === 0)
    return isWhole ? (
      <NotFound>
        This file does not contain this item{rows.embedded < rows.total ? "; it does not contain all items" : ""}.
      </NotFound>
    ) : (
      <p class="waiting">Loading the items.</p>
    );
  return (
    <article class="items">
      <p class="crumbs">
        <a href="#/">All items</a>
      </p>
      <h1>{safeLine(id, 160)}</h1>
      {found.map((item) => (
        <section key={item.index} aria-label={`Item ${item.index + 1}`}>
          <p class="decided">Item {item.index + 1} of the dataset</p>
          <ItemBody item={item} />
        </section>
      ))}
    </article>
  );
}
