/** Holds intervals of means, clusters and pairs. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredStandardError, designEffect, intraclassCorrelation } from "./clusters.ts";
import { meanInterval, pairedDifference } from "./mean-interval.ts";
import { missingBounds } from "./missing-bounds.ts";

const score = fc.double({ min: 0, max: 1, noNaN: true });
const scores = fc.array(score, { minLength: 2, maxLength: 30 });

describe("meanInterval", () => {
  test("no value has no mean, one has no interval", () => {
    const unknown = { standardError: null, df: null, lower: null, upper: null };
    expect(meanInterval([])).toEqual({ n: 0, estimate: null, ...unknown });
    expect(meanInterval([0.4])).toEqual({ n: 1, estimate: 0.4, ...unknown });
    expect(meanInterval([0.4, 0.6], { clusters: ["a", "a"] })).toEqual({ n: 2, estimate: 0.5, ...unknown });
  });

  test("equal values have no spread at all, whatever their digits", () => {
    expect(meanInterval([0.1, 0.1, 0.1])).toEqual({
      n: 3,
      estimate: 0.1,
      standardError: 0,
      df: 2,
      lower: 0.1,
      upper: 0.1,
    });
  });

  test("each value in a cluster of its own is as without clusters", () => {
    fc.assert(
      fc.property(scores, (values) => {
        const own = meanInterval(values, { clusters: values.map((_, index) => index) });
        expect(own).toEqual(meanInterval(values));
        const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - own.estimate!) ** 2, 0) / (values.length - 1));
        expect(own.standardError).toBeCloseTo(deviation / Math.sqrt(values.length), 12);
      }),
      { numRuns: 1000 },
    );
  });

  test("bounds hold the estimate, and more confidence widens them", () => {
    fc.assert(
      fc.property(scores, (values) => {
        const [narrow, wide] = [meanInterval(values, { confidence: 0.8 }), meanInterval(values, { confidence: 0.99 })];
        expect(wide.lower).toBeLessThanOrEqual(narrow.lower!);
        expect(narrow.lower).toBeLessThanOrEqual(narrow.estimate!);
        expect(narrow.upper).toBeLessThanOrEqual(wide.upper!);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("pairedDifference", () => {
  test("pairs with a gap are left out and counted, their clusters too", () => {
    const whole = pairedDifference([0.5, 0.7, 0.9], [0.4, 0.8, 0.6], { clusters: ["a", "b", "c"] });
    const gaps = pairedDifference([0.5, null, 0.7, 0.9, 0.1], [0.4, 0.3, 0.8, 0.6, null], {
      clusters: ["a", "x", "b", "c", "c"],
    });
    expect(gaps).toEqual({ ...whole, dropped: 2 });
  });

  test("pairs of one cluster count as one observation, and a gap does not shift the clusters after it", () => {
    const found = pairedDifference([0, null, 0, 0, 0], [1, 0.5, 1, 0, 0.5], { clusters: ["a", "x", "a", "b", "c"] });
    expect(found).toEqual({ ...meanInterval([1, 1, 0, 0.5], { clusters: ["a", "a", "b", "c"] }), dropped: 1 });
    expect(found.df).toBe(2);
  });

  test("without clusters each pair is one of its own", () => {
    expect(pairedDifference([0, 0, 0], [1, 1, 0])).toEqual({ ...meanInterval([1, 1, 0]), dropped: 0 });
  });

  test("nothing but gaps has no difference", () => {
    expect(pairedDifference([null], [0.4])).toMatchObject({ n: 0, estimate: null, lower: null, dropped: 1 });
  });

  test("swapping the sides turns the signs, permuting pairs changes nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 2 }), (pairs) => {
        const [a, b] = [pairs.map(([left]) => left), pairs.map(([, right]) => right)];
        const [forth, back] = [pairedDifference(a, b), pairedDifference(b, a)];
        expect(back.estimate).toBeCloseTo(-forth.estimate!, 14);
        expect(back.lower).toBeCloseTo(-forth.upper!, 12);
        expect(pairedDifference(a.toReversed(), b.toReversed()).lower).toBeCloseTo(forth.lower!, 12);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("clusters", () => {
  test("one cluster has no standard error", () => {
    expect(clusteredStandardError([0.2, 0.4], [1, 1])).toBeNull();
    expect(clusteredStandardError([], [])).toBeNull();
  });

  test("copies of a value in its cluster add no certainty", () => {
    const doubled = clusteredStandardError([0.2, 0.2, 0.4, 0.4, 0.9, 0.9], ["a", "a", "b", "b", "c", "c"]);
    expect(doubled).toBeCloseTo(meanInterval([0.2, 0.4, 0.9]).standardError!, 14);
  });

  test("groups that are the same inside correlate fully, groups that only differ inside negatively", () => {
    expect(
      intraclassCorrelation([
        [0.1, 0.1, 0.1],
        [0.7, 0.7],
      ]),
    ).toBe(1);
    expect(
      intraclassCorrelation([
        [0, 1],
        [0, 1],
      ]),
    ).toBe(-1);
    expect(intraclassCorrelation([[0, 1], [], [0, 1]])).toBe(-1);
  });

  test("one group, no repeats or no spread have no correlation", () => {
    expect(intraclassCorrelation([[0.1, 0.4]])).toBeNull();
    expect(intraclassCorrelation([[0.1], [0.4]])).toBeNull();
    expect(
      intraclassCorrelation([
        [0.1, 0.1],
        [0.1, 0.1],
      ]),
    ).toBeNull();
    expect(intraclassCorrelation([])).toBeNull();
  });

  test("a design effect grows with the cluster and is never below one", () => {
    expect(designEffect(5, 0.2)).toBeCloseTo(1.8, 15);
    expect(designEffect(5, -0.2)).toBe(1);
    expect(designEffect(1, 0.9)).toBe(1);
  });
});

describe("missingBounds", () => {
  test("with nothing missing there is no range", () => {
    expect(missingBounds([0.5, 1], 0)).toEqual({ estimate: 0.75, lowest: 0.75, highest: 0.75, missingShare: 0 });
  });

  test("with everything missing there is no estimate", () => {
    expect(missingBounds([], 3)).toEqual({ estimate: null, lowest: 0, highest: 1, missingShare: 1 });
    expect(missingBounds([], 0)).toEqual({ estimate: null, lowest: null, highest: null, missingShare: null });
  });
});
