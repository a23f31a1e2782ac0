/** Holds that the numbers below a verdict add up to the number in it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { withDecidingNumbers } from "./deciding-numbers.ts";
import { compareRows, type Rows } from "./rows.fixture.ts";

const before: Rows = { one: [95], two: [80] };

test("the tolerance looks at the mean of the trials, so the causes do too", () => {
  const comparison = compareRows(before, { one: [70, 71, 72], two: [80, 80, 80] });
  const [verdict] = comparison.verdicts.map((each) => withDecidingNumbers(each, comparison));
  expect(verdict).toMatchObject({ rule: "tolerance", baseline: 87.5, current: 75.5, estimate: -12 });
  expect(verdict?.causes).toMatchObject([
    { scenarioKey: "one", baseline: 95, current: 71, contribution: -12, adjustedP: null },
    { scenarioKey: "two", baseline: 80, current: 80, contribution: 0 },
  ]);
});

test("where trials were tested, their means stay", () => {
  const rows: Rows = { one: [90, 91, 92], two: [80, 81, 82] };
  const comparison = compareRows(rows, { one: [60, 61, 62], two: [80, 81, 82] });
  const [verdict] = comparison.verdicts;
  expect(verdict && withDecidingNumbers(verdict, comparison)).toBe(verdict);
});

test("whatever the results, what scenarios contribute adds up to the change", () => {
  const results = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(results, results, (one, two) => {
      const comparison = compareRows(before, { one, two });
      for (const each of comparison.verdicts) {
        const { estimate, causes } = withDecidingNumbers(each, comparison);
        const sum = causes.reduce((total, { contribution }) => total + contribution, 0);
        expect(sum).toBeCloseTo(estimate ?? Number.NaN, 8);
      }
    }),
  );
});
