/** A random sample of a stream: every item is equally likely, and the order is kept. */
import { createRandom, type Seed } from "../../statistics/random.ts";

/** Reads to the end, keeps `size` items (algorithm R), and yields them in their original order. */
export async function* sampleItems<T>(
  items: AsyncIterable<T>,
  { size, seed = 1 }: { readonly size: number; readonly seed?: Seed },
): AsyncGenerator<T> {
  const random = createRandom(`${seed}/sample/dataset`);
  const kept: { readonly position: number; readonly item: T }[] = [];
  let position = 0;
  for await (const item of items) {
    if (kept.length < size) kept.push({ position, item });
    else {
      const slot = random.integer(position + 1);
      if (slot < size) kept[slot] = { position, item };
    }
    position += 1;
  }
  for (const { item } of kept.toSorted((one, other) => one.position - other.position)) yield item;
}
