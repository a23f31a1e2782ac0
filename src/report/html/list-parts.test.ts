import fc from "fast-check";
import { expect, test } from "vitest";
import { cutList, splitRows } from "./list-parts.ts";

test("every row is in exactly one part, whatever the lengths are", () => {
  const anyLengths = fc.array(fc.nat(50), { maxLength: 60 });
  fc.assert(
    fc.property(
      anyLengths,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
      (rows, usual, first) => {
        const parts = cutList({ length: rows.length, measureRow: (at) => rows[at] ?? 0 }, usual, first);
        const positions = parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
        expect(positions).toEqual(rows.map((_, at) => at));
        for (const { from, to } of parts) expect(to).toBeGreaterThan(from);
      },
    ),
  );
});

test("the first part may be shorter, so that it comes sooner", () => {
  const list = { length: 10, measureRow: () => 10 };
  expect(cutList(list, 40, 10)).toEqual([
    { from: 0, to: 1 },
    { from: 1, to: 5 },
    { from: 5, to: 9 },
    { from: 9, to: 10 },
  ]);
  expect(splitRows([1, 2, 3])).toEqual([{ from: 0, to: 3 }]);
});
