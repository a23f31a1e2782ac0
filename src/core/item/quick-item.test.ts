import fc from "fast-check";
import { expect, test } from "vitest";
import { DatasetItem, itemFields } from "../dataset-item.ts";
import { snakeCase } from "../keys/key-case.ts";
import { readQuickItem } from "./quick-item.ts";

const value = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true }),
  fc.constant(null),
  fc.constant(undefined),
  fc.boolean(),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.record({ id: fc.string(), relevance: fc.integer() }))),
  fc.constantFrom<unknown>(
    "first",
    "2026-01-02",
    "{}",
    { key: 1 },
    [{ role: "user", content: "hi" }],
    [{ name: "search" }],
  ),
);
const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...itemFields, ...itemFields.map(snakeCase)) },
  { weight: 1, arbitrary: fc.constantFrom("dataset_id", "single_turn_query", "__proto__", "constructor", "odd") },
);
const written = fc
  .array(fc.tuple(key, value), { maxLength: 8 })
  .map((entries) => Object.fromEntries([["id", "one"], ...entries]) as unknown);

/** Ids given by chance are the only thing two readings may differ in. */
function shown(item: unknown): string {
  return JSON.stringify(item).replaceAll(/"call_[0-9a-f-]+"|"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"?"');
}

test("what is read quickly is what the schema gives, in the same order; what the schema refuses is left to it", () => {
  fc.assert(
    fc.property(written, (raw) => {
      const quick = readQuickItem(raw);
      const whole = DatasetItem.safeParse(raw);
      if (quick === undefined) return;
      expect(whole.success).toBe(true);
      expect(shown(quick.item)).toBe(shown(whole.data));
      expect(Object.isFrozen(quick.item)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("an ordinary item is read quickly, with the fields it was given", () => {
  const quick = readQuickItem({ id: "a", actual_output: "x", expectedOutput: null, actual_ranking: ["b", "c"] });
  expect(quick?.given).toEqual(["id", "actualOutput", "actualRanking"]);
  expect(quick?.item.actualRanking).toEqual([{ id: "b" }, { id: "c" }]);
  expect(quick?.item.metadata).toEqual({});
});

test.each([
  ["two spellings of a field", { actual_output: "x", actualOutput: "y" }],
  ["an unknown key", { actualOutputs: "x" }],
  ["a wrong value", { latency: -1 }],
  ["no object", ["x"]],
])("%s is left to the schema", (_, raw) => {
  expect(readQuickItem(raw)).toBeUndefined();
});
