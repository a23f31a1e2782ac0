import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meanInterval } from "../../../statistics/one-group/mean-interval.ts";
import { type Counts, intervalScope, meanBounds, type SpreadSums } from "./mean-bounds.ts";

/** What Postgres adds up, from the runs themselves: one list of scores per scenario. */
function summed(scenarios: readonly (readonly number[])[]): [Counts, SpreadSums] {
  const add = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const cells = scenarios.map((scores) => ({ n: scores.length, s: add(scores), q: add(scores.map((x) => x * x)) }));
  const several = cells.filter(({ n }) => n > 1);
  const noise = several.map(({ n, s, q }) => (n * q - s * s) / (n - 1));
  return [
    {
      runs: add(cells.map(({ n }) => n)),
      scenarios: cells.length,
      fewest: Math.min(...cells.map(({ n }) => n)),
      squared_runs: add(cells.map(({ n }) => n * n)),
    },
    {
      sum: add(cells.map(({ s }) => s)),
      within: several.length === 0 ? null : add(noise),
      within_squares:
        several.length === 0 ? null : add(noise.map((each, at) => each ** 2 / ((several[at]?.n ?? 0) - 1))),
      squared_sums: add(cells.map(({ s }) => s * s)),
      weighted_sums: add(cells.map(({ n, s }) => n * s)),
    },
  ];
}

const score = fc.integer({ min: 0, max: 100 });
const cut = (bound: number) => Math.min(100, Math.max(0, bound));

describe("the interval of a mean", () => {
  test.each([
    ["one run has none", [[70]], null, null],
    ["runs that are all alike have none: their spread is not known", [[70, 70, 70]], "suite", null],
    ["alike over scenarios: none either", [[70], [70], [70, 70]], "population", null],
    ["two runs have a wide one", [[70, 72]], "suite", { lower: 58.2, upper: 83.8 }],
    ["it ends at 100", [[95, 100]], "suite", { lower: 65.7, upper: 100 }],
    [
      "a scenario with one run: scenarios like these",
      [[70], [80], [90, 90]],
      "population",
      { lower: 56.5, upper: 100 },
    ],
    [
      "each with two: the difference between scenarios is no noise",
      [
        [20, 22],
        [80, 82],
      ],
      "suite",
      { lower: 47.9, upper: 54.1 },
    ],
  ] as const)("%s", (_, scenarios, scope, bounds) => {
    const [counts, sums] = summed(scenarios);
    expect(intervalScope(counts)).toBe(scope);
    expect(meanBounds(counts, sums)).toEqual(bounds);
  });

  test("of one scenario it is the usual t interval, rounded outwards", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 30 }), (scores) => {
        const bounds = meanBounds(...summed([scores]));
        const { lower, upper } = meanInterval(scores);
        // What an expectation returns is no answer to fast-check.
        if (new Set(scores).size === 1) {
          expect(bounds).toBeNull();
          return;
        }
        expect(Math.abs((bounds?.lower ?? NaN) - cut(lower ?? NaN))).toBeLessThanOrEqual(0.1 + 1e-9);
        expect(Math.abs((bounds?.upper ?? NaN) - cut(upper ?? NaN))).toBeLessThanOrEqual(0.1 + 1e-9);
      }),
    );
  });

  test("where a scenario has one run it is the t interval clustered by scenario", () => {
    const cells = fc.array(fc.array(score, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cells, score, (several, alone) => {
        const scenarios = [...several, [alone]];
        const clusters = scenarios.flatMap((scores, at) => scores.map(() => at));
        const { lower, upper } = meanInterval(scenarios.flat(), { clusters });
        const bounds = meanBounds(...summed(scenarios));
        if (bounds === null) {
          expect((upper ?? 0) - (lower ?? 0)).toBeLessThan(1e-6);
          return;
        }
        expect(Math.abs(bounds.lower - cut(lower ?? NaN))).toBeLessThanOrEqual(0.1 + 1e-6);
        expect(Math.abs(bounds.upper - cut(upper ?? NaN))).toBeLessThanOrEqual(0.1 + 1e-6);
      }),
    );
  });

  test("it holds the mean, lies within 0 and 100, and the order of scenarios does not matter", () => {
    const cells = fc.array(fc.array(score, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cells, (scenarios) => {
        const [counts, sums] = summed(scenarios);
        const bounds = meanBounds(counts, sums);
        expect(meanBounds(...summed(scenarios.toReversed()))).toEqual(bounds);
        if (bounds === null) return;
        expect(bounds.lower).toBeGreaterThanOrEqual(0);
        expect(bounds.upper).toBeLessThanOrEqual(100);
        expect(bounds.lower).toBeLessThanOrEqual(sums.sum / counts.runs);
        expect(bounds.upper).toBeGreaterThanOrEqual(sums.sum / counts.runs);
      }),
    );
  });
});
