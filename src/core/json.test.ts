import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical, canonicalJson } from "./json.ts";

test("the order of keys does not matter, and sums that differ in the last digit are equal", () => {
  expect(canonicalJson({ b: 0.1 + 0.2, a: [1] })).toBe('{"a":[1],"b":0.3}');
  expect(canonicalJson({ a: [1], b: 0.3 })).toBe('{"a":[1],"b":0.3}');
});

test("canonical twice is canonical once, and __proto__ stays plain data", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(canonical(value))).toBe(canonicalJson(value));
    }),
  );
  const hostile = JSON.parse('{"__proto__":{"pwned":1},"constructor":2}') as object;
  expect(canonicalJson(hostile)).toBe('{"__proto__":{"pwned":1},"constructor":2}');
  expect(({} as Record<string, unknown>)["pwned"]).toBeUndefined();
});
