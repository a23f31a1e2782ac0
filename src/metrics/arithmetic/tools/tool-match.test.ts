import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuzzySimilarity } from "./fuzzy-similarity.ts";
import { hasJsonSubset, isJsonEqual } from "./json-value.ts";
import { matchTools, toolMatchScore } from "./tool-match.ts";

const json = fc.jsonValue({ maxDepth: 3 });
const call = fc.record({
  name: fc.constantFrom("a", "b"),
  args: fc.dictionary(fc.constantFrom("x", "y"), fc.constantFrom<unknown>(1, 2, "one", null, true)),
});
const calls = fc.array(call, { maxLength: 6 });
const strategies = ["exact", "subset", "fuzzy"] as const;

describe("values of arguments", () => {
  test("equal values are equal by every measure", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value));
        expect(isJsonEqual(value, copy)).toBe(true);
        expect(hasJsonSubset(value, copy)).toBe(true);
        expect(fuzzySimilarity(value, copy)).toBe(1);
      }),
    );
  });

  test("similarity lies between 0 and 1, and is 1 only for equal values or texts", () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const similarity = fuzzySimilarity(one, other);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        if (similarity === 1) expect(isJsonEqual(one, other)).toBe(true);
      }),
    );
  });

  test("true is not 1, a text is not its number, and the order of keys does not matter", () => {
    expect(isJsonEqual(true, 1)).toBe(false);
    expect(isJsonEqual("1", 1)).toBe(false);
    expect(isJsonEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(isJsonEqual([1, 2], [2, 1])).toBe(false);
  });

  test("keys that every object inherits are not there unless written", () => {
    expect(hasJsonSubset({}, { toString: 1 })).toBe(false);
    expect(isJsonEqual(JSON.parse('{"__proto__": 1}'), {})).toBe(false);
  });

  test("an object within is contained by its parts, a list as a whole", () => {
    expect(hasJsonSubset({ a: { b: 1, c: 2 } }, { a: { b: 1 } })).toBe(true);
    expect(hasJsonSubset({ a: [1, 2] }, { a: [1] })).toBe(false);
  });
});

describe("matching calls", () => {
  test("scores lie between 0 and 1, and no call meets two", () => {
    const options = fc.record({
      checkParameters: fc.boolean(),
      strictOrder: fc.boolean(),
      parameterMatchingStrategy: fc.constantFrom(...strategies),
      scoring: fc.constantFrom("recall" as const, "precision" as const, "f1" as const),
    });
    fc.assert(
      fc.property(calls, calls, options, (called, expected, chosen) => {
        const match = matchTools(called, expected, chosen);
        expect(match.score).toBeGreaterThanOrEqual(0);
        expect(match.score).toBeLessThanOrEqual(1);
        const used = match.callIndexes.filter((place) => place !== null);
        expect(new Set(used).size).toBe(used.length);
        expect(used.length + match.unexpected.length).toBe(called.length);
      }),
    );
  });

  test("what was expected, called as expected, is 1 in every mode", () => {
    fc.assert(
      fc.property(
        calls,
        fc.boolean(),
        fc.constantFrom(...strategies),
        (list, strictOrder, parameterMatchingStrategy) => {
          expect(toolMatchScore(list, list, { checkParameters: true, strictOrder, parameterMatchingStrategy })).toBe(1);
        },
      ),
    );
  });

  test("a subset is never stricter than exact equality, call by call", () => {
    fc.assert(
      fc.property(call, call, (called, expected) => {
        const score = (parameterMatchingStrategy: (typeof strategies)[number]) =>
          toolMatchScore([called], [expected], { checkParameters: true, parameterMatchingStrategy });
        expect(score("subset")).toBeGreaterThanOrEqual(score("exact"));
        expect(score("fuzzy")).toBeGreaterThanOrEqual(score("exact"));
      }),
    );
  });

  test("nothing expected: 1 if nothing was called, else 0", () => {
    expect(toolMatchScore([], [])).toBe(1);
    expect(toolMatchScore([{ name: "a" }], [])).toBe(0);
    expect(toolMatchScore([{ name: "a" }], [], { strictOrder: true })).toBe(0);
  });

  test("nothing called is precise, and finds nothing", () => {
    expect(toolMatchScore([], [{ name: "a" }], { scoring: "precision" })).toBe(1);
    expect(toolMatchScore([], [{ name: "a" }], { scoring: "f1" })).toBe(0);
  });
});
