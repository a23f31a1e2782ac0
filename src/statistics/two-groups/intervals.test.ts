/** Holds the intervals of differences: signs, order, and what is not to be told. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newcombeInterval, newcombePaired } from "./newcombe.ts";
import { differenceComponents, stratifiedDifference, stratifiedRateDifference } from "./stratified.ts";

const count = fc.integer({ min: 0, max: 40 });
const score = fc.double({ min: 0, max: 1, noNaN: true });
const cell = fc.array(score, { minLength: 2, maxLength: 5 });
const scenarios = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
const unknown = { standardError: null, df: null, lower: null, upper: null };

function sidesOf<Item>(pairs: readonly (readonly [Item, Item])[]): [Item[], Item[]] {
  return [pairs.map(([left]) => left), pairs.map(([, right]) => right)];
}

describe("newcombeInterval", () => {
  test("swapping the sides turns every sign, to the last bit, and the estimate is inside", () => {
    fc.assert(
      fc.property(count, count, (cA, cB) => {
        const [forth, back] = [newcombeInterval(cA, 40, cB, 45)!, newcombeInterval(cB, 45, cA, 40)!];
        expect([back.estimate + 0, back.lower + 0, back.upper + 0]).toEqual([
          0 - forth.estimate,
          0 - forth.upper,
          0 - forth.lower,
        ]);
        expect(forth.lower <= forth.estimate && forth.estimate <= forth.upper).toBe(true);
        expect(forth.lower >= -1 && forth.upper <= 1).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("a side without a trial has no difference", () => {
    expect(newcombeInterval(0, 0, 3, 4)).toBeNull();
    expect(newcombeInterval(3, 4, 0, 0)).toBeNull();
  });
});

describe("newcombePaired", () => {
  test("swapping the sides turns every sign, and the estimate is inside", () => {
    fc.assert(
      fc.property(count, count, count, count, (both, onlyA, onlyB, neither) => {
        fc.pre(both + onlyA + onlyB + neither > 0);
        const forth = newcombePaired(both, onlyA, onlyB, neither)!;
        const back = newcombePaired(both, onlyB, onlyA, neither)!;
        expect(back.lower).toBeCloseTo(-forth.upper, 12);
        expect(back.upper).toBeCloseTo(-forth.lower, 12);
        expect(forth.lower).toBeLessThanOrEqual(forth.estimate);
        expect(forth.upper).toBeGreaterThanOrEqual(forth.estimate);
      }),
      { numRuns: 1000 },
    );
  });

  test("pairs that go together make the interval narrower than strangers do", () => {
    const paired = newcombePaired(30, 2, 5, 13)!;
    const apart = newcombeInterval(32, 50, 35, 50)!;
    expect(paired.upper - paired.lower).toBeLessThan(apart.upper - apart.lower);
    expect(newcombePaired(0, 0, 0, 0)).toBeNull();
  });
});

describe("stratifiedDifference", () => {
  test("swapping the sides turns every sign, and the order of scenarios does not matter", () => {
    fc.assert(
      fc.property(scenarios, (pairs) => {
        const [a, b] = sidesOf(pairs);
        const [forth, back] = [stratifiedDifference(a, b), stratifiedDifference(b, a)];
        expect(back.estimate).toBeCloseTo(-forth.estimate!, 14);
        expect(back.lower).toBeCloseTo(-forth.upper!, 11);
        expect(stratifiedDifference(a.toReversed(), b.toReversed()).lower).toBeCloseTo(forth.lower!, 11);
        expect(forth.lower! <= forth.estimate! && forth.estimate! <= forth.upper!).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("one scenario is Welch's interval", () => {
    const { standardError, df } = stratifiedDifference([[0.2, 0.4, 0.6]], [[0.5, 0.9]]);
    const [left, right] = [0.04 / 3, 0.08 / 2];
    expect(standardError).toBeCloseTo(Math.sqrt(left + right), 14);
    expect(df).toBeCloseTo((left + right) ** 2 / (left ** 2 / 2 + right ** 2 / 1), 12);
  });

  test("without any spread the difference is certain, whatever its digits", () => {
    expect(stratifiedDifference([[0.1, 0.1, 0.1]], [[0.7, 0.7, 0.7]])).toEqual({
      estimate: 0.7 - 0.1,
      standardError: 0,
      df: null,
      lower: 0.7 - 0.1,
      upper: 0.7 - 0.1,
    });
  });

  test("a cell with one trial leaves the estimate alone, a cell with none not even that", () => {
    expect(stratifiedDifference([[0.25], [0.5, 0.5]], [[0.75], [0.5, 0.5]])).toEqual({ estimate: 0.25, ...unknown });
    expect(stratifiedDifference([[]], [[0.5]])).toEqual({ estimate: null, ...unknown });
    expect(stratifiedDifference([], [])).toEqual({ estimate: null, ...unknown });
  });
});

describe("stratifiedRateDifference", () => {
  test("swapping the sides turns every sign, and bounds stay within -1 and 1", () => {
    const passes = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(passes, passes), { minLength: 1, maxLength: 10 }), (pairs) => {
        const [a, b] = sidesOf(pairs);
        const threes = a.map(() => 3);
        const forth = stratifiedRateDifference(a, threes, b, threes);
        const back = stratifiedRateDifference(b, threes, a, threes);
        expect(back.lower).toBeCloseTo(-forth.upper!, 11);
        expect(forth.lower! >= -1 && forth.upper! <= 1 && forth.standardError! > 0).toBe(true);
        expect(forth.lower! <= forth.estimate! && forth.estimate! <= forth.upper!).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("one trial everywhere on a side gives no interval, one repeated scenario does", () => {
    expect(stratifiedRateDifference([1, 0], [1, 1], [3, 3], [3, 3])).toEqual({ estimate: 0.5, ...unknown });
    expect(stratifiedRateDifference([1, 0], [1, 2], [3, 3], [3, 3]).lower).not.toBeNull();
    expect(stratifiedRateDifference([3, 3], [3, 3], [1, 0], [1, 1])).toEqual({ estimate: -0.5, ...unknown });
    expect(stratifiedRateDifference([3, 3], [3, 3], [1, 0], [1, 2]).lower).not.toBeNull();
    expect(stratifiedRateDifference([0], [0], [1], [2])).toEqual({ estimate: null, ...unknown });
    expect(stratifiedRateDifference([1], [2], [0], [0])).toEqual({ estimate: null, ...unknown });
    expect(stratifiedRateDifference([], [], [], [])).toEqual({ estimate: null, ...unknown });
  });
});

describe("differenceComponents", () => {
  test("the noise of the means, each by its own number of trials, is taken from the variance of the differences", () => {
    // Variances of trials 1/2, 0 and 0, 1/3; differences 1/2 and -1/3, of variance 25/72; noise 1/8 + 1/18.
    const a = [
      [0, 1],
      [1, 1],
    ];
    const b = [
      [1, 1, 1],
      [0, 1, 1],
    ];
    const { between, withinA, withinB } = differenceComponents(a, b);
    expect(withinA).toBeCloseTo(1 / 4, 12);
    expect(withinB).toBeCloseTo(1 / 6, 12);
    expect(between).toBeCloseTo(25 / 72 - 1 / 8 - 1 / 18, 12);
  });

  test("scenarios that differ by more than their trials do show it", () => {
    const a = [
      [0.5, 0.5],
      [0.5, 0.5],
    ];
    expect(
      differenceComponents(a, [
        [0.4, 0.4],
        [0.6, 0.6],
      ]).between,
    ).toBeCloseTo(0.02, 14);
  });

  test("what was not repeated is not split", () => {
    expect(
      differenceComponents(
        [[0.5], [0.2]],
        [
          [0.4, 0.6],
          [0.1, 0.2],
        ],
      ),
    ).toMatchObject({ between: null, withinA: null });
    expect(differenceComponents([[0.5, 0.7]], [[0.4, 0.6]]).between).toBeNull();
    expect(differenceComponents([], [])).toEqual({ between: null, withinA: null, withinB: null });
    const b = [[0.5], [0.5, 0.7]];
    const twice = [
      [0.5, 0.7],
      [0.5, 0.7],
    ];
    expect(differenceComponents(twice, b)).toMatchObject({ between: null, withinB: null });
  });
});
