import { expect, test } from "vitest";
import type { AgentDifference } from "../../../src/core/report/standings.ts";
import { describeWorth, findFrontier, makeLogAxis, toShare } from "./frontier.ts";

const mini = { name: "mini", mean: 94.8, typical: 0.049 };
const opus = { name: "opus", mean: 93.2, typical: 0.37 };
const flash = { name: "flash", mean: 85.6, typical: 0.012 };

function difference(better: string, worse: string, apart: boolean): AgentDifference {
  return { better, worse, apart, scenarios: 12, estimate: 1, lower: 0, upper: 2, p: 0.1, adjustedP: 0.2 };
}

test("the frontier has the agents that no cheaper one beats, cheapest first", () => {
  expect(findFrontier([opus, mini, flash]).map(({ name }) => name)).toEqual(["flash", "mini"]);
});

test("of two agents at the same price only the better one is on the frontier", () => {
  const twin = { ...flash, name: "twin", mean: 80 };
  expect(findFrontier([twin, flash]).map(({ name }) => name)).toEqual(["flash"]);
});

test("a logarithmic axis has round ticks within its ends, and a point in the middle of two decades", () => {
  const axis = makeLogAxis([0.01, 1]);
  expect(axis.ticks).toEqual([0.01, 0.03, 0.1, 0.3, 1]);
  expect(toShare(axis, 0.1)).toBeCloseTo(0.5, 9);
  expect(toShare(axis, 0)).toBe(0);
});

test("an axis without a positive value still has two ends", () => {
  expect(makeLogAxis([0, -1])).toEqual({ from: 1, to: 10, ticks: [1, 10] });
});

test("the sentence names the best bargain, as far as the data can tell the two apart", () => {
  const close = [difference("mini", "opus", false), difference("mini", "flash", true)];
  expect(describeWorth([mini, opus, flash], close, "its cost")).toBe(
    "mini is as good as opus at an eighth of its cost.",
  );
  const proven = [difference("mini", "opus", true), difference("mini", "flash", true)];
  expect(describeWorth([mini, opus], proven, "its cost")).toBe("mini is better than opus at an eighth of its cost.");
});

test("without a bargain it says what the better agent costs", () => {
  const apart = [difference("mini", "flash", true)];
  expect(describeWorth([mini, flash], apart, "its cost")).toBe("mini is 9.2 points above flash at 4 times its cost.");
});

test("a single agent has nothing to be compared with", () => {
  expect(describeWorth([mini], [], "its cost")).toBeUndefined();
});
