import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toJsonColumn, toOptionalTextColumn, toTextColumn } from "./text.ts";

test("what Postgres can hold stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(!text.includes("\0"));
      expect(toTextColumn(text)).toBe(text);
    }),
  );
  expect(toJsonColumn({ a: [1, null, "é", { b: true }] })).toBe('{"a":[1,null,"é",{"b":true}]}');
});

test("no NUL and no half character is left, in keys and values at any depth", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = toJsonColumn({ "k\0\uD800": value });
      expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      expect(text.isWellFormed()).toBe(true);
    }),
  );
});

test("a key named __proto__ is a key like any other", () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":"\\u0000"},"b\\u0000":1}');
  expect(toJsonColumn(value)).toBe('{"__proto__":{"a":"\uFFFD"},"b\uFFFD":1}');
});

test("nothing stays nothing", () => {
  expect([toOptionalTextColumn(null), toOptionalTextColumn(undefined), toOptionalTextColumn("a\0")]).toEqual([
    null,
    null,
    "a\uFFFD",
  ]);
});
