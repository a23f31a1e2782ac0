/** Holds the tests: exact ones to enumeration, sampled ones to their seed. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discordantNeeded, fisherExact, mcnemarExact } from "./exact-tests.ts";
import { stratifiedPermutationTest } from "./permutation.ts";
import { signFlipTest } from "./sign-flip.ts";

const count = fc.integer({ min: 0, max: 60 });

describe("mcnemarExact", () => {
  test("it does not matter which side is named first, and equal flips prove nothing", () => {
    fc.assert(
      fc.property(count, count, (onlyA, onlyB) => {
        const p = mcnemarExact(onlyA, onlyB);
        expect(mcnemarExact(onlyB, onlyA)).toBe(p);
        expect(p > 0 && p <= 1).toBe(true);
        expect(mcnemarExact(onlyA, onlyA)).toBe(1);
      }),
      { numRuns: 1000 },
    );
  });

  test("thousands of flips have a p", () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(950, 1050)).toBeCloseTo(0.0268241462402807, 12);
    expect(mcnemarExact(0, 5000)).toBe(0);
  });

  test("at every level the fewest flips needed are just enough", () => {
    for (const alpha of [0.5, 0.1, 0.05, 0.03125, 0.01, 1e-6]) {
      const needed = discordantNeeded(alpha);
      expect(mcnemarExact(0, needed)).toBeLessThanOrEqual(alpha);
      expect(mcnemarExact(0, needed - 1)).toBeGreaterThan(alpha);
    }
  });
});

describe("fisherExact", () => {
  test("swapping the sides, or passes and fails, keeps the p to the last bit", () => {
    fc.assert(
      fc.property(count, count, (cA, cB) => {
        const p = fisherExact(cA, 60, cB, 75);
        expect(p > 0 && p <= 1).toBe(true);
        expect(fisherExact(cB, 75, cA, 60)).toBe(p);
        expect(fisherExact(60 - cA, 60, 75 - cB, 75)).toBeCloseTo(p, 12);
      }),
      { numRuns: 1000 },
    );
  });

  test("the lady who tastes tea: all four right have p 1/35, both sides counted", () => {
    expect(fisherExact(4, 4, 0, 4)).toBeCloseTo(1 / 35, 14);
    expect(fisherExact(0, 0, 3, 4)).toBe(1);
    expect(fisherExact(3, 9, 3, 9)).toBeCloseTo(1, 14);
  });
});

describe("signFlipTest", () => {
  const difference = fc.integer({ min: -20, max: 20 }).map((value) => value / 100);

  test("signs and order do not change an exact p", () => {
    fc.assert(
      fc.property(fc.array(difference, { maxLength: 12 }), (differences) => {
        const found = signFlipTest(differences);
        expect(signFlipTest(differences.map((value) => -value))).toEqual(found);
        expect(signFlipTest(differences.toReversed())).toEqual(found);
        expect(found.p > 0 && found.p <= 1 && found.exact).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("all units on one side have p 2/2^m, and zeros are no units", () => {
    expect(signFlipTest([0.1, 0.2, 0, 0.3, 1e-13])).toEqual({ p: 0.25, exact: true, units: 3 });
    expect(signFlipTest([])).toEqual({ p: 1, exact: true, units: 0 });
  });

  test("differences of one cluster flip together", () => {
    const clusters = ["a", "b", "a", "c", "b"];
    expect(signFlipTest([0.1, 0.2, 0.1, 0.3, -0.2], { clusters })).toEqual({ p: 0.5, exact: true, units: 2 });
  });

  test("sixteen units are counted, seventeen are drawn, and the same seed draws the same", () => {
    const many = Array.from({ length: 17 }, (_, index) => (index % 5) - 1.5);
    expect(signFlipTest(many.slice(0, 16)).exact).toBe(true);
    const drawn = signFlipTest(many, { seed: "run/sign-flip/score", samples: 500 });
    expect(drawn.exact).toBe(false);
    expect(signFlipTest(many, { seed: "run/sign-flip/score", samples: 500 })).toEqual(drawn);
    expect((drawn.p * 501) % 1).toBeCloseTo(0, 9);
  });

  test("units of one size, drawn, agree with the count of coins", () => {
    const units = Array.from({ length: 17 }, (_, index) => (index < 4 ? -0.01 : 0.01));
    expect(Math.abs(signFlipTest(units, { samples: 20_000 }).p - mcnemarExact(4, 13))).toBeLessThan(0.005);
  });
});

describe("stratifiedPermutationTest", () => {
  const trial = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);
  const cell = fc.array(trial, { minLength: 1, maxLength: 3 });

  test("swapping the sides and permuting scenarios keep an exact p", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 3 }), (pairs) => {
        const [a, b] = [pairs.map(([left]) => left), pairs.map(([, right]) => right)];
        const found = stratifiedPermutationTest(a, b);
        expect(found.exact).toBe(true);
        expect(stratifiedPermutationTest(b, a)).toEqual(found);
        expect(stratifiedPermutationTest(a.toReversed(), b.toReversed())).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });

  test("one scenario split cleanly has p 2 of all labelings, also with unequal sides", () => {
    expect(stratifiedPermutationTest([[0.1, 0.2, 0.3]], [[0.7, 0.8, 0.9]])).toEqual({ p: 0.1, exact: true });
    expect(stratifiedPermutationTest([[0.1, 0.2]], [[0.7, 0.8, 0.9]])).toEqual({ p: 0.1, exact: true });
    expect(stratifiedPermutationTest([[0.7, 0.8, 0.9]], [[0.1]])).toEqual({ p: 0.25, exact: true });
  });

  test("a scenario that lacks a side gives no p; no scenario is no evidence", () => {
    expect(stratifiedPermutationTest([[0.1], []], [[0.2], [0.3]]).p).toBeNull();
    expect(stratifiedPermutationTest([], [])).toEqual({ p: 1, exact: true });
  });

  test("50,000 labelings are the most that are counted", () => {
    const long = Array.from({ length: 49_999 }, (_, index) => index);
    expect(stratifiedPermutationTest([[-1]], [long]).exact).toBe(true);
    expect(stratifiedPermutationTest([long], [[-1]])).toMatchObject({ p: 0.00004, exact: true });
    expect(stratifiedPermutationTest([[-1]], [[...long, 0]], { samples: 1 }).exact).toBe(false);
  });

  test("drawn and counted agree, and the data come out unshuffled", () => {
    const a = [
      [0.62, 0.7, 0.66],
      [0.81, 0.79, 0.86],
      [0.4, 0.55, 0.46],
    ];
    const b = [
      [0.58, 0.61, 0.65],
      [0.8, 0.72, 0.77],
      [0.41, 0.38, 0.47],
    ];
    const still = [0.5, 0.5, 0.5, 0.5];
    const drawn = stratifiedPermutationTest([...a, still], [...b, still], { seed: 5, samples: 20_000 });
    expect(drawn.exact).toBe(false);
    expect(Math.abs(drawn.p! - 0.03125)).toBeLessThan(0.004);
    expect(a[0]).toEqual([0.62, 0.7, 0.66]);
  });
});
