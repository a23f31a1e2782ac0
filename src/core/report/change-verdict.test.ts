import { expect, test } from "vitest";
import { decideChange } from "./change-verdict.ts";

const single = { delta: 0, passedBefore: true, passedNow: true, tested: null, tolerance: 1 };

test.each([
  ["no difference at all", {}, "NO CHANGE"],
  ["a difference within the tolerance", { delta: -1 }, "NOT ENOUGH DATA"],
  ["a drop beyond the tolerance", { delta: -1.5 }, "REGRESSED"],
  ["a rise beyond the tolerance", { delta: 2 }, "IMPROVED"],
  ["a drop where single trials decide nothing", { delta: -40, tolerance: null }, "NOT ENOUGH DATA"],
  ["a pass that became a fail", { delta: 5, passedNow: false }, "REGRESSED"],
  ["a fail that became a pass", { delta: -5, passedBefore: false }, "IMPROVED"],
  ["a fail that stayed one", { delta: 0, passedBefore: false, passedNow: false }, "NO CHANGE"],
  ["no number, and no known pass or fail", { delta: null, passedNow: null }, "NOT ENOUGH DATA"],
] as const)("of one trial on each side, %s", (_, facts, word) => {
  expect(decideChange({ ...single, ...facts })).toBe(word);
});

test("a test of several trials decides, whatever the pass and the tolerance say", () => {
  expect(decideChange({ ...single, delta: -30, passedNow: false, tested: "NOT ENOUGH DATA" })).toBe("NOT ENOUGH DATA");
});
