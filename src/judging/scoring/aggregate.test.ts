/** Holds the two ways of aggregating, with the published example. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contextWeightedMean, severityWeightedMean } from "./process-score.ts";

const anyShare = fc.double({ min: 0, max: 1, noNaN: true });
const anyPart = fc.record({ value: anyShare, bytes: fc.nat(1_000_000), order: fc.nat() });

describe("severity-weighted mean", () => {
  test("a hundred 1.0 and one 0.4 give 0.99195", () => {
    const values = [...Array.from({ length: 100 }, () => 1), 0.4];
    expect(severityWeightedMean(values)).toBeCloseTo(0.99195, 5);
  });

  test("1.0, 0.9 and 0.4 give 0.72789", () => {
    expect(severityWeightedMean([1, 0.9, 0.4])).toBeCloseTo(0.72789, 5);
  });

  test("it is never above the plain mean, and lies between the extremes", () => {
    fc.assert(
      fc.property(fc.array(anyShare, { minLength: 1 }), (values) => {
        const result = severityWeightedMean(values) ?? NaN;
        const plain = values.reduce((sum, value) => sum + value, 0) / values.length;
        expect(result).toBeLessThanOrEqual(plain + 1e-12);
        expect(result).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
      }),
    );
  });
});

describe("context-weighted mean", () => {
  test("1, 1, 0 over 500, 1,500 and 2,000 bytes give a half", () => {
    expect(contextWeightedMean([1, 1, 0], [500, 1500, 2000])).toBe(0.5);
  });

  test("an interaction without bytes still weighs one", () => {
    expect(contextWeightedMean([1, 0], [0, 0])).toBe(0.5);
    expect(contextWeightedMean([1, 0], [0, 1])).toBe(0.5);
    expect(contextWeightedMean([1, 0], [0, 3])).toBe(0.25);
  });
});

test("the order of the interactions does not matter", () => {
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 1 }), (parts) => {
      const sorted = parts.toSorted((a, b) => a.order - b.order);
      const severity = (list: typeof parts) => severityWeightedMean(list.map(({ value }) => value)) ?? NaN;
      const context = (list: typeof parts) =>
        contextWeightedMean(
          list.map(({ value }) => value),
          list.map(({ bytes }) => bytes),
        ) ?? NaN;
      expect(severity(sorted)).toBeCloseTo(severity(parts), 10);
      expect(context(sorted)).toBeCloseTo(context(parts), 10);
    }),
  );
});

test("nothing has no mean", () => {
  expect(severityWeightedMean([])).toBeNull();
  expect(contextWeightedMean([], [])).toBeNull();
});
