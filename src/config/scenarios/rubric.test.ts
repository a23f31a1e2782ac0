import fc from "fast-check";
import { expect, test } from "vitest";
import { distributeWeights, toWeightedChecks } from "./rubric.ts";

const checks = (...weights: readonly (number | undefined)[]) =>
  weights.map((weight, index) => ({ check: `c${index}`, ...(weight !== undefined && { weight }) }));
const shares = (...weights: readonly (number | undefined)[]) =>
  distributeWeights(checks(...weights)).checks.map(({ weight }) => weight);

test("a sentence is one check of weight 1", () => {
  expect(toWeightedChecks("It is done")).toEqual({ checks: [{ check: "It is done", weight: 1 }] });
});

test("without weights every check has the same share", () => {
  expect(shares(undefined, undefined, undefined, undefined)).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test("checks without a weight share what is left", () => {
  expect(shares(0.5, undefined, undefined)).toEqual([0.5, 0.25, 0.25]);
});

test("a weight of 0 is a weight", () => {
  expect(shares(0, undefined)).toEqual([0, 1]);
});

test("weights from 0.99 to 1.01 are taken as they are, without a word", () => {
  for (const weights of [
    [0.5, 0.49],
    [0.5, 0.51],
    [0.1, 0.2, 0.7],
  ]) {
    expect(distributeWeights(checks(...weights))).toEqual({ checks: checks(...weights) });
  }
});

test("verify stays with its check", () => {
  expect(distributeWeights([{ check: "a", verify: "true" }]).checks).toEqual([
    { check: "a", weight: 1, verify: "true" },
  ]);
});

test("a check without a command has none", () => {
  expect(distributeWeights(checks(undefined)).checks[0]).not.toHaveProperty("verify");
});

test.each([
  [[0, 0], "All weights are 0."],
  [[0.5, 0.5, undefined], "The given weights sum to 1.000, which leaves nothing for the one check without a weight."],
  [
    [1, undefined, undefined],
    "The given weights sum to 1.000, which leaves nothing for the 2 checks without a weight.",
  ],
])("%j cannot be shared out, and it is said why", (weights, message) => {
  expect(distributeWeights(checks(...weights)).problem?.message).toBe(message);
});

test.each([
  [[0.5, 0.48], "0.980"],
  [[0.5, 0.52], "1.020"],
  [[2, 1, 1], "4.000"],
])("%j sum to %s, which is a warning: they count in proportion", (weights, sum) => {
  const found = distributeWeights(checks(...weights));
  expect(found.warning).toBe(`The weights sum to ${sum}, not to 1; they count in proportion.`);
  expect(found).not.toHaveProperty("problem");
});

test("checks without a weight share the rest, so there is nothing to warn about", () => {
  expect(distributeWeights(checks(0.5, undefined))).not.toHaveProperty("warning");
});

const weight = fc.double({ min: 0, max: 1, noNaN: true });

test("where some check has no weight, the shares of an accepted rubric sum to 1", () => {
  fc.assert(
    fc.property(fc.array(weight, { maxLength: 8 }), fc.integer({ min: 1, max: 8 }), (given, open) => {
      const result = distributeWeights(checks(...given, ...Array.from({ length: open }, () => undefined)));
      const all = result.checks.map((check) => check.weight);
      const sum = all.reduce((total, each) => total + each, 0);
      const written = given.reduce((total, each) => total + each, 0);
      expect(result.problem === undefined).toBe(written < 1 - 1e-9);
      if (result.problem === undefined) expect([sum.toFixed(9), Math.min(...all) >= 0]).toEqual(["1.000000000", true]);
    }),
  );
});

test("where every check has a weight, the weights are kept", () => {
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 8 }), (given) => {
      expect(distributeWeights(checks(...given)).checks.map((check) => check.weight)).toEqual(given);
    }),
  );
});
