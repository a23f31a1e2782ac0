import { expect, test } from "vitest";
import { formatCost, formatDuration, formatTokens } from "./format.ts";

test.each([
  [null, "–"],
  [0, "0ms"],
  [999.4, "999ms"],
  [999.6, "1.0s"],
  [59_940, "59.9s"],
  [59_960, "1m00s"],
  [61_999, "1m01s"],
  [3_599_999, "59m59s"],
  [3_600_000, "1h00m"],
])("%s milliseconds are shown as %s", (milliseconds, shown) => {
  expect(formatDuration(milliseconds)).toBe(shown);
});

test.each([
  [999, "999"],
  [1000, "1.0k"],
  [999_949, "999.9k"],
  [999_951, "1.0M"],
])("%s tokens are shown as %s", (tokens, shown) => {
  expect(formatTokens(tokens)).toBe(shown);
});

test.each([
  [undefined, "–"],
  [0, "$0.0000"],
  [0.000_02, "<$0.0001"],
  [0.000_06, "$0.0001"],
  [0.999_96, "$1.00"],
  [12.345, "$12.35"],
])("a cost of %s is shown as %s", (cost, shown) => {
  expect(formatCost(cost)).toBe(shown);
});
