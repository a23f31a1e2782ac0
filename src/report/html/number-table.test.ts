import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberTable } from "./number-table.ts";

test("it holds what a Map would hold, whatever the keys", () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.maxSafeNat());
  const value = fc.oneof(fc.integer(), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 3000 }), fc.array(key), (pairs, others) => {
      const [table, map] = [new NumberTable(), new Map(pairs)];
      for (const [each, number] of pairs) table.set(each, number);
      expect(table.size).toBe(map.size);
      for (const each of [...map.keys(), ...others]) expect(table.get(each)).toBe(map.get(each));
    }),
  );
});

test("it grows, also with keys that differ in their upper bits alone", () => {
  const table = new NumberTable();
  for (let number = 0; number < 20_000; number += 1) table.set(number * 2 ** 32, number);
  expect([table.size, table.get(0), table.get(19_999 * 2 ** 32), table.get(1)]).toEqual([20_000, 0, 19_999, undefined]);
});
