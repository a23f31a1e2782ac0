/** Holds agreement on labels: perfect, none, and not to be told. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cohenKappa, gwetAC1, weightedKappa } from "./agreement.ts";
import { krippendorffAlpha } from "./krippendorff.ts";

const categories = [0, 1, 2, 3];
const label = fc.integer({ min: 0, max: 3 });
const two = fc.array(fc.tuple(label, label), { minLength: 2, maxLength: 40 });
const varied = fc.array(label, { minLength: 2 }).filter((labels) => new Set(labels).size > 1);
const metrics = ["nominal", "interval", "ordinal"] as const;

test("perfect agreement over at least two labels is exactly 1 in every measure", () => {
  fc.assert(
    fc.property(varied, (labels) => {
      expect(cohenKappa(labels, labels).value).toBe(1);
      expect(gwetAC1(labels, labels).value).toBe(1);
      for (const weights of ["quadratic", "linear"] as const)
        expect(weightedKappa(labels, labels, { categories, weights }).value).toBe(1);
      for (const metric of metrics)
        expect(
          krippendorffAlpha(
            labels.map((rating) => [rating, rating, null]),
            { metric },
          ).value,
        ).toBe(1);
    }),
    { numRuns: 1000 },
  );
});

test("it does not matter who is named first, nor in which order things were rated", () => {
  fc.assert(
    fc.property(two, (pairs) => {
      const [a, b] = [pairs.map(([left]) => left), pairs.map(([, right]) => right)];
      expect(cohenKappa(b, a)).toEqual(cohenKappa(a, b));
      expect(gwetAC1(a.toReversed(), b.toReversed())).toEqual(gwetAC1(a, b));
      expect(weightedKappa(b, a, { categories })).toEqual(weightedKappa(a, b, { categories }));
      for (const metric of metrics) {
        const { value } = krippendorffAlpha(pairs, { metric });
        const other = krippendorffAlpha(pairs.map(([left, right]) => [right, left]).toReversed(), { metric }).value;
        if (value === null) expect(other).toBeNull();
        else expect(other).toBeCloseTo(value, 12);
      }
    }),
    { numRuns: 1000 },
  );
});

test("no measure is above 1 or without a number where labels vary", () => {
  fc.assert(
    fc.property(two, (pairs) => {
      const [a, b] = [pairs.map(([left]) => left), pairs.map(([, right]) => right)];
      fc.pre(new Set([...a, ...b]).size > 1);
      for (const { value } of [cohenKappa(a, b), gwetAC1(a, b), weightedKappa(a, b, { categories })])
        expect(value! <= 1 && value! >= -1).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

describe("kappa and AC1", () => {
  test("a single label, or none, gives no value", () => {
    expect(cohenKappa(["x", "x"], ["x", "x"])).toEqual({ value: null, observed: 1, expected: 1, n: 2 });
    expect(gwetAC1(["x", "x"], ["x", "x"])).toEqual({ value: null, observed: 1, expected: null, n: 2 });
    expect(cohenKappa([], [])).toEqual({ value: null, observed: null, expected: null, n: 0 });
    expect(gwetAC1([], [])).toEqual({ value: null, observed: null, expected: null, n: 0 });
  });

  test("AC1 knows labels nobody used", () => {
    expect(gwetAC1([true, true], [true, true], { categories: [true, false] }).value).toBe(1);
    expect(gwetAC1(["a", "b"], ["a", "a"], { categories: ["a", "b", "c"] }).expected).toBeCloseTo(0.1875, 14);
  });

  test("a label outside the categories is refused by name", () => {
    expect(() => gwetAC1(["a"], ["b"], { categories: ["a"] })).toThrow(
      new RangeError("gwetAC1: categories must hold every label, and miss b"),
    );
  });
});

describe("weightedKappa", () => {
  test("on two labels both weights are Cohen's kappa", () => {
    const [a, b] = [
      [1, 1, 0, 1, 0, 0, 1],
      [1, 0, 0, 1, 0, 1, 1],
    ];
    const plain = cohenKappa(a, b).value!;
    expect(weightedKappa(a, b, { categories: [0, 1] }).value).toBeCloseTo(plain, 14);
    expect(weightedKappa(a, b, { categories: [0, 1], weights: "linear" }).value).toBeCloseTo(plain, 14);
  });

  test("raters who both use one label, or none, have no value", () => {
    expect(weightedKappa([2, 2], [2, 2], { categories }).value).toBeNull();
    expect(weightedKappa([], [], { categories })).toEqual({ value: null, n: 0 });
  });
});

describe("krippendorffAlpha", () => {
  test("items with one rating leave, and nothing left gives no value", () => {
    expect(krippendorffAlpha([[1, null], [null, 2], []], { metric: "nominal" })).toEqual({ value: null, pairable: 0 });
    expect(
      krippendorffAlpha(
        [
          [3, 3],
          [3, null],
        ],
        { metric: "interval" },
      ),
    ).toEqual({ value: null, pairable: 2 });
  });

  test("names will do for nominal, and only for nominal", () => {
    expect(
      krippendorffAlpha(
        [
          ["a", "a"],
          ["b", "a"],
          ["b", "b"],
        ],
        { metric: "nominal" },
      ).pairable,
    ).toBe(6);
    expect(() => krippendorffAlpha([["a", "b"]], { metric: "ordinal" })).toThrow("krippendorffAlpha: ratings[0][0]");
  });

  test("ordinal alpha sees only the order of the values", () => {
    const ratings = [
      [1, 2],
      [2, 2],
      [3, 4],
      [4, 4],
      [1, 1],
    ];
    const stretched = ratings.map((row) => row.map((value) => 10 ** value));
    expect(krippendorffAlpha(stretched, { metric: "ordinal" })).toEqual(
      krippendorffAlpha(ratings, { metric: "ordinal" }),
    );
    expect(krippendorffAlpha(stretched, { metric: "interval" }).value).not.toBeCloseTo(
      krippendorffAlpha(ratings, { metric: "interval" }).value!,
      3,
    );
  });
});
