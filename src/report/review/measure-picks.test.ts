import { expect, test } from "vitest";
import type { ReviewLabel } from "../../core/review/review-label.ts";
import { measurePicks } from "./measure-picks.ts";

const pick = (competition: string, human: ReviewLabel["human"], by = "kim"): ReviewLabel => ({
  competition,
  human,
  agent: human === "pass" ? "one" : "two",
  reason: "WINNER one, proven",
  by,
});

test("picks are counted once per competition, by the last word of each person and their majority", () => {
  const labels = [
    pick("cmp_1", "fail"),
    pick("cmp_1", "pass"),
    pick("cmp_2", "fail"),
    pick("cmp_3", "pass"),
    pick("cmp_3", "fail", "lee"),
    pick("cmp_4", "pass"),
  ];
  const { n, agreed, share, others } = measurePicks(labels) ?? {};
  expect([n, agreed, others?.map(({ competition }) => competition)]).toEqual([3, 2, ["cmp_2"]]);
  expect(share).toEqual({
    value: expect.closeTo(2 / 3, 9),
    lower: expect.closeTo(0.2077, 4),
    upper: expect.closeTo(0.9385, 4),
  });
});

test("labels of runs and checks are no picks", () => {
  expect(measurePicks([{ id: "run_1", human: "pass" }])).toBeNull();
});
