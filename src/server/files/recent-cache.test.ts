import { expect, test } from "vitest";
import { createRecentCache } from "./recent-cache.ts";

function counted() {
  const made: string[] = [];
  const keep = createRecentCache<string>(2);
  const get = (key: string) =>
    keep(key, () => {
      made.push(key);
      return Promise.resolve(key.toUpperCase());
    });
  return { made, get };
}

test("what is asked for again is not made again, also by those who ask at once", async () => {
  const { made, get } = counted();
  expect(await Promise.all([get("a"), get("a"), get("a")])).toEqual(["A", "A", "A"]);
  await get("a");
  expect(made).toEqual(["a"]);
});

test("the one that was used longest ago has to go", async () => {
  const { made, get } = counted();
  for (const key of ["a", "b", "a", "c", "a", "b"]) await get(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
});

test("a failure is told to everybody who waits, and tried again by the next", async () => {
  const keep = createRecentCache<string>(2);
  const fail = () => Promise.reject(new Error("no"));
  const both = await Promise.allSettled([keep("a", fail), keep("a", fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await keep("a", () => Promise.resolve("now"))).toBe("now");
});

test("what no longer holds is made anew, once for all who ask", async () => {
  const keep = createRecentCache<number>(2);
  let made = 0;
  let current = 1;
  const get = () =>
    keep(
      "a",
      () => Promise.resolve((made += 1)),
      (thing) => Promise.resolve(thing === current),
    );
  expect([await get(), await get()]).toEqual([1, 1]);
  current = 2;
  expect(await Promise.all([get(), get(), get()])).toEqual([2, 2, 2]);
});
