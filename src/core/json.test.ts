import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalize, canonicalJson, round9 } from "./json.ts";

test("the order of keys does not matter, and sums that differ in the last digit are equal", () => {
  expect(canonicalJson({ b: 0.1 + 0.2, a: [1] })).toBe('{"a":[1],"b":0.3}');
  expect(canonicalJson({ a: [1], b: 0.3 })).toBe('{"a":[1],"b":0.3}');
});

test("a rounded number stays what it is, however large", () => {
  fc.assert(
    fc.property(fc.double({ min: -1e8, max: 1e8, noNaN: true }), (value) => {
      expect(round9(round9(value))).toBe(round9(value));
    }),
    { examples: [[-4260889.655175893], [2251799.813685248]] },
  );
});

/** Copies everything, whether it has to or not. */
function copied(value: unknown): unknown {
  if (typeof value === "number") return round9(value);
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, part]) => [key, copied(part)]));
}

test("what is canonical already is not copied, and nothing given is ever changed", () => {
  const given = { a: [1, { b: "x", c: null }], d: 0.5 };
  expect(canonicalize(given)).toBe(given);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const before = JSON.stringify(value);
      const once = canonicalize(value);
      expect(JSON.stringify(value)).toBe(before);
      expect(JSON.stringify(once)).toBe(JSON.stringify(copied(value)));
    }),
    { examples: [[{ b: { d: 1, c: 2 }, a: [{ f: 1, e: 2 }] }], [{ a: { b: undefined } } as never]] },
  );
});

test("canonical twice is canonical once, and __proto__ stays plain data", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(canonicalize(value))).toBe(canonicalJson(value));
    }),
  );
  const hostile = JSON.parse('{"__proto__":{"pwned":1},"constructor":2}') as object;
  expect(canonicalJson(hostile)).toBe('{"__proto__":{"pwned":1},"constructor":2}');
  expect(({} as Record<string, unknown>)["pwned"]).toBeUndefined();
});
