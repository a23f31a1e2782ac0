/** Holds what a comparison says pair by pair. */
import { expect, test } from "vitest";
import { plainPaint } from "./format.ts";
import { renderComparison } from "./render-comparison.ts";
import { compareRows } from "../verdicts/rows.fixture.ts";

test("what got worse stands first, what moved furthest before the rest, and a new pair has nothing to move from", () => {
  const comparison = compareRows(
    { better: [60], little: [90], much: [90], same: [70] },
    { better: [80], fresh: [50], little: [85], much: [20], same: [70] },
  );
  const [, ...lines] = renderComparison(comparison, plainPaint, 60);
  expect(lines.map((line) => line.trim().split(", ")[0])).toEqual([
    "regressed much (a): 90 → 20 (−70)",
    "regressed little (a): 90 → 85 (−5)",
    "improved  better (a): 60 → 80 (+20)",
    "new       fresh (a): 50",
  ]);
});
