import { expect, test } from "vitest";
import { cardClass, resultClass, statusMarks } from "./status-word.tsx";

test("every status has its mark", () => {
  const marks = (["passed", "failed", "error", "not run", "unscored"] as const).map((word) => statusMarks[word]);
  expect(marks).toEqual(["●", "✕", "△", "○", "?"]);
});

test("only a passed run shows its AXIS Result in the color of its band, and a failed one is red", () => {
  expect(resultClass({ run_status: "passed", axis_result: 96 })).toBe("band-excellent");
  expect(resultClass({ run_status: "failed", axis_result: 96 })).toBe("band-poor");
  expect(resultClass({ run_status: "unscored", axis_result: 96 })).toBe("");
  expect(resultClass({ run_status: null, axis_result: 96 })).toBe("");
  expect(resultClass({ run_status: "passed", axis_result: null })).toBe("none");
});

test("the scorecard of a failed run is not painted, whatever its tier", () => {
  expect(cardClass({ run_status: "failed", tier: "Elite" })).toBe("");
  expect(cardClass({ run_status: "passed", tier: "Elite" })).toBe("tier-elite");
});
