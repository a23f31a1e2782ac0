import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, type Json } from "../../core/json.ts";
import { toInputKey, toInputText } from "./call-input.ts";

test("the words of an input are its values, not the names of its fields", () => {
  expect(toInputText({ file_path: "src/a.ts", limit: 20, deep: [{ old: "x", all: true }, null] })).toBe(
    "x\nsrc/a.ts\n20",
  );
  expect(toInputText("ls -la")).toBe("ls -la");
  expect(toInputText(null)).toBe("");
});

test("inputs have one key exactly if they are the same JSON, whatever the order of fields", () => {
  const scalars = [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)];
  const json = fc.anything({ values: scalars, maxDepth: 3 }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(toInputKey(one) === toInputKey(other)).toBe(canonicalJson(one) === canonicalJson(other));
      expect(toInputKey(reversed(one))).toBe(toInputKey(one));
    }),
  );
});

test.each<[Json, Json]>([
  [{ a: "1" }, { a: 1 }],
  [["a", "b"], ["a,b"]],
  [[], {}],
  [[[]], []],
  [{ a: { b: 1 } }, { a: {}, b: 1 }],
  ["\uD800", "\uFFFD"],
])("%j and %j are different inputs", (one, other) => {
  expect(toInputKey(one)).not.toBe(toInputKey(other));
});

test("an input may be nested a hundred thousand deep, or have as many parts", () => {
  let deep: Json = "core";
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  expect(toInputText(deep)).toBe("core");
  expect(toInputText(Array.from({ length: 300_000 }, () => 7))).toHaveLength(599_999);
});

test("a field named __proto__ is a field", () => {
  expect(toInputText(JSON.parse('{"__proto__": {"polluted": "yes"}}') as Json)).toBe("yes");
});

/** The same value with the fields of its objects in the opposite order. */
function reversed(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const fields = Object.entries(value).map(([name, part]): [string, Json] => [name, reversed(part as Json)]);
  return Object.fromEntries(fields.toReversed());
}
