/** Holds how a rubric's weight is shared out, and where that cannot be done. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distribute, rubricChecks } from "./rubric.ts";

const of = (...weights: readonly (number | undefined)[]) =>
  distribute(weights.map((weight, index) => ({ check: `c${index}`, ...(weight === undefined ? {} : { weight }) })));
const sharesOf = (...weights: readonly (number | undefined)[]) => of(...weights).checks.map(({ weight }) => weight);

test("one sentence is one check of weight 1", () => {
  expect(rubricChecks("It is done")).toEqual({ checks: [{ check: "It is done", weight: 1 }] });
});

test("what is written stays, and the rest is shared equally", () => {
  expect(sharesOf(undefined, undefined)).toEqual([0.5, 0.5]);
  expect(sharesOf(0.5, undefined, undefined)).toEqual([0.5, 0.25, 0.25]);
  expect(sharesOf(0, undefined)).toEqual([0, 1]);
  expect(of(undefined, undefined)).not.toHaveProperty("problem");
  expect(of(0.5, undefined)).not.toHaveProperty("problem");
  expect(of(0.5, undefined)).not.toHaveProperty("warning");
});

test("a check keeps the command that decides it, and has none where none is written", () => {
  const { checks } = distribute([{ check: "a", verify: "true" }, { check: "b" }]);
  expect(checks).toEqual([
    { check: "a", weight: 0.5, verify: "true" },
    { check: "b", weight: 0.5 },
  ]);
  expect(checks[1]).not.toHaveProperty("verify");
});

describe("the sum", () => {
  test("may miss 1 by a hundredth on either side", () => {
    for (const last of [0.49, 0.5, 0.51]) expect(of(0.5, last)).toEqual({ checks: expect.any(Array) });
  });

  test("below that is said, and the weights count in proportion", () => {
    expect(of(0.5, 0.48).warning).toBe("The weights sum to 0.980, not to 1; they count in proportion.");
    expect(of(0.5, 0.48)).not.toHaveProperty("problem");
  });

  test("above that is a mistake, with what to take away", () => {
    expect(of(0.5, 0.52).problem).toEqual({
      message: "The weights sum to 1.020; they must not exceed 1.",
      suggestion: "Lower one of them by 0.020.",
    });
  });

  test("of nothing but zeros is a mistake", () => {
    expect(of(0, 0).problem?.message).toBe("All weights are 0.");
  });

  test("that leaves nothing for checks without a weight is a mistake, which counts them", () => {
    expect(of(0.5, 0.5, undefined).problem?.message).toBe(
      "The given weights sum to 1.000, which leaves nothing for the one check without a weight.",
    );
    expect(of(1, undefined, undefined).problem?.message).toContain("nothing for the 2 checks without a weight");
    expect(of(0.995, undefined)).not.toHaveProperty("problem");
  });
});

test("whatever is written, shares that can be given sum to 1 where one of them was open", () => {
  const weight = fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 6 }), (percents) => {
      const { checks, problem } = of(...percents.map((percent) => (percent === undefined ? undefined : percent / 100)));
      fc.pre(problem === undefined && percents.includes(undefined));
      expect(checks.reduce((sum, check) => sum + check.weight, 0)).toBeCloseTo(1, 9);
      expect(checks.every((check) => check.weight >= 0)).toBe(true);
    }),
  );
});
