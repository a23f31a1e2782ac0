import { expect, test } from "vitest";
import { startAhead } from "./pack-all.ts";

test("a few are begun ahead, and the results come in the order of the items", async () => {
  const begun: number[] = [];
  const begin = async (item: number) => {
    begun.push(item);
    return item * 10;
  };
  const taken: string[] = [];
  for (const { item, result } of startAhead([1, 2, 3, 4, 5], begin, 2))
    taken.push(`${item}: ${await result}, begun ${begun.length}`);
  expect(taken).toEqual(["1: 10, begun 3", "2: 20, begun 4", "3: 30, begun 5", "4: 40, begun 5", "5: 50, begun 5"]);
});

test("one that fails does so where it is taken, and stops no other", async () => {
  const begin = (item: string) => (item === "b" ? Promise.reject(new Error("no b")) : Promise.resolve(item));
  const taken: string[] = [];
  for (const { result } of startAhead(["a", "b", "c"], begin, 5))
    taken.push(await result.catch((error: Error) => error.message));
  expect(taken).toEqual(["a", "no b", "c"]);
});
