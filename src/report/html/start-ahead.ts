/** Yields results in the order of their items and starts the next few in advance. */

export interface StartedItem<Item, Result> {
  readonly item: Item;
  readonly result: Promise<Result>;
}

/** If the caller stops early, errors of the items already started are ignored. */
export function* startAhead<Item, Result>(
  items: readonly Item[],
  begin: (item: Item) => Promise<Result>,
  count: number,
): Generator<StartedItem<Item, Result>> {
  const begun: StartedItem<Item, Result>[] = [];
  for (const item of items) {
    const result = begin(item);
    result.catch(() => {}); // The consumer handles the error when it takes the result.
    begun.push({ item, result });
    if (begun.length > count) yield begun.shift() as StartedItem<Item, Result>;
  }
  yield* begun;
}
