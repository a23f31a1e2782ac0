/** Holds planning, corrections, early stopping and the split of noise. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg, holm } from "./corrections.ts";
import { alphaSpending, confidenceSequence, logGamma, sprt } from "./sequential.ts";
import { minimumDetectableEffect, scenariosNeeded, trialsNeeded } from "./power.ts";
import { varianceComponents } from "./variance-components.ts";

const chance = fc.double({ min: 0, max: 1, noNaN: true });

test("where one side has its trials already, their noise is fixed and only the other side's can be lowered", () => {
  // 50 * (0.1 / 2.80159) ** 2 - (0.01 + 0.04 / 4) = 0.0437, and 0.2 / 0.0437 = 4.6.
  const plan = { effect: 0.1, scenarios: 50, between: 0.01, withinA: 0.04, withinB: 0.2 };
  expect(trialsNeeded({ ...plan, trialsA: 4 })).toBe(5);
  expect(trialsNeeded({ ...plan, trialsA: 0 })).toBeNull();
});

describe("power", () => {
  const variance = fc.double({ min: 0.0001, max: 0.05, noNaN: true });
  const effect = fc.double({ min: 0.01, max: 0.3, noNaN: true });

  test("the scenarios needed see the effect, one fewer would not", () => {
    fc.assert(
      fc.property(effect, variance, variance, (size, between, within) => {
        const noise = { between, withinA: within, withinB: within, trialsA: 3, trialsB: 2 };
        const needed = scenariosNeeded({ effect: size, ...noise })!;
        expect(minimumDetectableEffect({ scenarios: needed, ...noise })).toBeLessThanOrEqual(size * (1 + 1e-12));
        if (needed > 2) expect(minimumDetectableEffect({ scenarios: needed - 1, ...noise })).toBeGreaterThan(size);
      }),
      { numRuns: 1000 },
    );
  });

  test("the trials needed see the effect, one fewer would not, and none may suffice", () => {
    fc.assert(
      fc.property(
        effect,
        variance,
        variance,
        fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        (size, between, within, trialsA) => {
          const noise = { scenarios: 10, between, withinA: within, withinB: within };
          const seen = (k: number) => minimumDetectableEffect({ ...noise, trialsA: trialsA ?? k, trialsB: k })!;
          const needed = trialsNeeded({ effect: size, ...noise, trialsA });
          if (needed === null) expect(seen(10_000_000)).toBeGreaterThan(size * (1 - 1e-3));
          else {
            expect(seen(needed)).toBeLessThanOrEqual(size * (1 + 1e-12));
            if (needed > 1) expect(seen(needed - 1)).toBeGreaterThan(size);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("without noise two scenarios and one trial suffice", () => {
    const silent = { between: 0, withinA: 0, withinB: 0 };
    expect(scenariosNeeded({ effect: 0.01, trialsA: 1, trialsB: 1, ...silent })).toBe(2);
    expect(trialsNeeded({ effect: 0.01, scenarios: 1, ...silent })).toBe(1);
  });

  test("without a scenario or a trial nothing is seen", () => {
    const noise = { between: 0.01, withinA: 0.01, withinB: 0.01 };
    expect(minimumDetectableEffect({ scenarios: 0, trialsA: 1, trialsB: 1, ...noise })).toBeNull();
    expect(minimumDetectableEffect({ scenarios: 5, trialsA: 0, trialsB: 1, ...noise })).toBeNull();
    expect(scenariosNeeded({ effect: 0.1, trialsA: 1, trialsB: 0, ...noise })).toBeNull();
    expect(trialsNeeded({ effect: 0.1, scenarios: 0, ...noise })).toBeNull();
  });
});

describe("corrections", () => {
  test("Holm is at least Benjamini and Hochberg, which is at least the raw p, and none is above 1", () => {
    fc.assert(
      fc.property(fc.array(fc.option(chance)), (raw) => {
        const [strict, mild] = [holm(raw), benjaminiHochberg(raw)];
        for (const [index, p] of raw.entries()) {
          if (p === null) expect([strict[index], mild[index]]).toEqual([null, null]);
          else {
            expect(strict[index]).toBeGreaterThanOrEqual(mild[index]!);
            expect(mild[index]).toBeGreaterThanOrEqual(p);
            expect(strict[index]).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("adjusted p values keep the order of the raw ones, and what has none is not counted", () => {
    expect(holm([null, 0.01, null, 0.02])).toEqual([null, 0.02, null, 0.02]);
    expect(benjaminiHochberg([0.9, null, 0.8])).toEqual([0.9, null, 0.9]);
    expect([holm([]), benjaminiHochberg([null])]).toEqual([[], [null]]);
  });
});

describe("sprt", () => {
  const options = { good: 0.9, bad: 0.6, alpha: 0.05, beta: 0.1 };

  test("it stops at the trial that decides, whatever follows", () => {
    expect(sprt([true, true, true, true, true, true, false, false], options)).toMatchObject({
      decision: "good",
      trials: 6,
    });
    expect(sprt([0, 0, 0, 1, 1, 1, 1, 1], options)).toMatchObject({ decision: "bad", trials: 3 });
  });

  test("the limits are 18 to 1 for bad and 2 to 19 for good: an error of each kind is allowed for by itself", () => {
    // Three fails and three passes: 3 ln 4 - 3 ln 1.5 = 2.943, just above ln(0.9 / 0.05) = 2.890.
    expect(sprt([0, 1, 1, 1, 0, 0], options)).toMatchObject({ decision: "bad", trials: 6 });
    // A fail and nine passes: ln 4 - 9 ln 1.5 = -2.263, just below ln(0.1 / 0.95) = -2.251.
    expect(sprt([0, 1, 1, 1, 1, 1, 1, 1, 1, 1], options)).toMatchObject({ decision: "good", trials: 10 });
  });

  test("no trial decides nothing", () => {
    expect(sprt([], options)).toEqual({ decision: "undecided", trials: 0, logRatio: 0 });
    expect(sprt([1, 0, 1], options).decision).toBe("undecided");
  });
});

describe("confidenceSequence", () => {
  test("bounds hold the mean, stay between 0 and 1, and mirror", () => {
    const sums = fc
      .integer({ min: 1, max: 500 })
      .chain((n) => fc.tuple(fc.double({ min: 0, max: n, noNaN: true }), fc.constant(n)));
    fc.assert(
      fc.property(sums, ([sum, n]) => {
        const { estimate, lower, upper } = confidenceSequence(sum, n)!;
        expect(0 <= lower && lower <= estimate && estimate <= upper && upper <= 1).toBe(true);
        expect(confidenceSequence(n - sum, n)!.upper).toBeCloseTo(1 - lower, 9);
      }),
      { numRuns: 300 },
    );
  });

  test("it is wider than one look needs, exact at the ends, and nothing without a trial", () => {
    expect(confidenceSequence(17, 20)!.lower).toBeLessThan(0.6395811353);
    expect(confidenceSequence(0, 4)?.lower).toBe(0);
    expect(confidenceSequence(4, 4)?.upper).toBe(1);
    expect(confidenceSequence(4, 4)?.lower).toBeCloseTo((0.05 / 5) ** (1 / 4), 12);
    expect(confidenceSequence(0, 0)).toBeNull();
  });

  test("the gamma function behind it is that of factorials and of one half", () => {
    expect(logGamma(1)).toBeCloseTo(0, 14);
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 13);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14);
  });
});

describe("alphaSpending", () => {
  test("what is spent adds up to the level, later looks getting more", () => {
    const spent = alphaSpending(0.05, [0.25, 0.5, 0.75, 1]);
    expect(spent.reduce((sum, part) => sum + part, 0)).toBeCloseTo(0.05, 14);
    expect([...spent].sort((first, second) => first - second)).toEqual(spent);
    expect(alphaSpending(0.05, [0])).toEqual([0]);
    expect(alphaSpending(0.05, [])).toEqual([]);
  });
});

describe("varianceComponents", () => {
  test("one draw gives no judge, one trial no trial, one task no task, nothing nothing", () => {
    expect(
      varianceComponents([
        [[0.2], [0.4]],
        [[0.5], [0.9]],
      ]),
    ).toMatchObject({ judge: null, trial: expect.any(Number) });
    expect(varianceComponents([[[0.2, 0.4]], [[0.5, 0.9]]])).toMatchObject({ trial: null, judge: expect.any(Number) });
    expect(
      varianceComponents([
        [
          [0.2, 0.4],
          [0.1, 0.2],
        ],
      ]),
    ).toMatchObject({ task: null, trial: expect.any(Number) });
    expect(varianceComponents([])).toEqual({ task: null, trial: null, judge: null });
    expect(varianceComponents([[], []])).toEqual({ task: null, trial: null, judge: null });
  });

  test("with one trial and one draw the tasks have all the variance", () => {
    expect(varianceComponents([[[0.2]], [[0.4]], [[0.9]]]).task).toBeCloseTo(0.13, 14);
  });

  test("equal tasks have none, and the judge's wobble is not taken for that of trials", () => {
    const task = [
      [0.4, 0.6],
      [0.6, 0.4],
    ];
    const { task: between, trial, judge } = varianceComponents([task, task]);
    expect([between, trial]).toEqual([0, 0]);
    expect(judge).toBeCloseTo(0.02, 14);
  });
});
