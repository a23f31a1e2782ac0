import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTexts, levenshteinDistance, levenshteinRatio, plainDistance } from "./levenshtein-ratio.ts";
import { toCodePoints } from "./code-points.ts";
import { findLongestBlock } from "./matching-blocks.ts";

/** The definition, letter by letter: the longest block, then left and right of it. Slow on purpose. */
function definedMatches(a: readonly string[], b: readonly string[]): number {
  let best = { a: 0, b: 0, size: 0 };
  for (let i = 0; i < a.length; i += 1)
    for (let j = 0; j < b.length; j += 1) {
      let size = 0;
      while (i + size < a.length && j + size < b.length && a[i + size] === b[j + size]) size += 1;
      if (size > best.size) best = { a: i, b: j, size };
    }
  if (best.size === 0) return 0;
  const left = definedMatches(a.slice(0, best.a), b.slice(0, best.b));
  return best.size + left + definedMatches(a.slice(best.a + best.size), b.slice(best.b + best.size));
}

const fewLetters = fc.string({ unit: fc.constantFrom("a", "b", "c", "😀", "é"), maxLength: 60 });

describe("similarity by matching blocks", () => {
  test("what the definition finds, the search finds", () => {
    fc.assert(
      fc.property(fewLetters, fewLetters, (a, b) => {
        const { matched } = compareTexts(a, b, { caseSensitive: true, autojunk: false });
        expect(matched).toBe(definedMatches([...a], [...b]));
      }),
    );
  });

  test("much repetition, which an automaton searches, is matched like little", () => {
    const twoLetters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 60, maxLength: 120 });
    fc.assert(
      fc.property(twoLetters, twoLetters, (a, b) => {
        const { matched } = compareTexts(a, b, { autojunk: false });
        expect(matched).toBe(definedMatches([...a], [...b]));
      }),
      { numRuns: 40 },
    );
  });

  test("the ratio lies between 0 and 1, and is 1 for a text and itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(levenshteinRatio(a, b)).toBeGreaterThanOrEqual(0);
        expect(levenshteinRatio(a, b)).toBeLessThanOrEqual(1);
        expect(levenshteinRatio(a, a)).toBe(1);
      }),
    );
  });

  test("order matters: tide against diet is not diet against tide", () => {
    expect(levenshteinRatio("tide", "diet")).toBe(0.25);
    expect(levenshteinRatio("diet", "tide")).toBe(0.5);
  });

  test("a character outside the basic plane counts once", () => {
    expect(compareTexts("a😀b", "a🎉b")).toMatchObject({ actualLength: 3, matched: 2, ratio: 0.6667 });
  });

  test("a lone surrogate is a character like any other", () => {
    expect(levenshteinRatio("\ud83d", "😀")).toBe(0);
    expect(levenshteinRatio("\ud83d", "\ud83d")).toBe(1);
  });

  test("frequent characters of a long expected text take no part, unless asked to", () => {
    const expected = "ab".repeat(100);
    const actual = `x${expected}`;
    expect(compareTexts(actual, expected)).toMatchObject({ matched: 0, autojunkApplied: true, ratio: 0 });
    expect(compareTexts(actual, expected, { autojunk: false })).toMatchObject({
      matched: 200,
      autojunkApplied: false,
    });
  });

  test("without any block a common prefix of frequent characters still counts", () => {
    expect(compareTexts("abx", "ab".repeat(100)).matched).toBe(2);
  });

  test("below 200 characters of expected text every character takes part", () => {
    expect(compareTexts("x".repeat(199), "x".repeat(199)).autojunkApplied).toBe(false);
  });

  test("a hundred thousand equal letters with different ends are matched", () => {
    const run = "a".repeat(100_000);
    expect(compareTexts(`${run}b`, `${run}c`, { autojunk: false }).matched).toBe(100_000);
  });
});

describe("the longest block by automaton", () => {
  test("of several it takes the earliest in a, then in b, and spans no break", () => {
    const search = (a: number[], b: number[]) =>
      findLongestBlock(
        { symbols: Int32Array.from(a), range: { from: 0, to: a.length } },
        { symbols: Int32Array.from(b), range: { from: 0, to: b.length } },
        3,
      );
    expect(search([2, 0, 1, 0, 1], [1, 0, 1, 2, 0, 1])).toEqual({ a: 0, b: 3, size: 3 });
    expect(search([0, 1], [0, -1, 1, 0])).toEqual({ a: 0, b: 0, size: 1 });
    expect(search([0, 0], [-1, 0, -1, 0])).toEqual({ a: 0, b: 1, size: 1 });
    expect(search([-1, -1], [0, 1])).toEqual({ a: 0, b: 0, size: 0 });
  });
});

describe("similarity by edit distance", () => {
  const mixed = fc.string({ unit: fc.constantFrom("a", "b", "😀", "🎉", "\ud83d"), maxLength: 50 });

  test("the distance is that of the plain algorithm on code points", () => {
    fc.assert(
      fc.property(mixed, mixed, (a, b) => {
        expect(levenshteinDistance(a, b)).toBe(plainDistance(toCodePoints(a), toCodePoints(b)));
      }),
    );
  });

  test("it is the same in both directions, and obeys the triangle", () => {
    fc.assert(
      fc.property(mixed, mixed, mixed, (a, b, c) => {
        expect(levenshteinDistance(a, b)).toBe(levenshteinDistance(b, a));
        expect(levenshteinDistance(a, c)).toBeLessThanOrEqual(levenshteinDistance(a, b) + levenshteinDistance(b, c));
      }),
    );
  });

  test("more different characters than there are units are still compared rightly", () => {
    const points = Array.from({ length: 70_000 }, (_, index) => String.fromCodePoint(0x20000 + index));
    expect(levenshteinDistance(points.join(""), "😀")).toBe(70_000);
  });

  test("kitten and sitting differ by 3 of 7", () => {
    expect(levenshteinRatio("kitten", "sitting", { algorithm: "levenshtein" })).toBe(0.5714);
    expect(levenshteinRatio("", "", { algorithm: "levenshtein" })).toBe(1);
  });
});
