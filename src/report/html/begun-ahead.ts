/** Results in the order of their items, of which the next few are begun while one is used. */

export interface Begun<Item, Result> {
  readonly item: Item;
  readonly result: Promise<Result>;
}

/** Whoever stops taking hears nothing of those that were begun. */
export function* begunAhead<Item, Result>(
  items: readonly Item[],
  begin: (item: Item) => Promise<Result>,
  count: number,
): Generator<Begun<Item, Result>> {
  const begun: Begun<Item, Result>[] = [];
  for (const item of items) {
    const result = begin(item);
    result.catch(() => {}); // Heard where it is taken.
    begun.push({ item, result });
    if (begun.length > count) yield begun.shift() as Begun<Item, Result>;
  }
  yield* begun;
}
