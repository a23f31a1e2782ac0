import { expect, test } from "vitest";
import { cardClass, statusMarks } from "./status-word.tsx";

test("every status has its mark", () => {
  const marks = (["passed", "failed", "error", "not run", "unscored"] as const).map((word) => statusMarks[word]);
  expect(marks).toEqual(["●", "✕", "△", "○", "?"]);
});

test("the scorecard of a failed run is not painted, whatever its tier", () => {
  expect(cardClass({ run_status: "failed", tier: "Elite" })).toBe("");
  expect(cardClass({ run_status: "passed", tier: "Elite" })).toBe("tier-elite");
});
