/** Holds Goal Achievement: linear, rounded as published, unknown where one check is. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import { failed, notApplicable, scored } from "../../core/score.ts";
import { failedCriteria, goalScore, gradeCriteria, judgedChecks, missingCriteria } from "./goal.ts";

const judged: Check = { check: "The text is friendly", weight: 0.5 };
const verified: Check = { check: "The file exists", weight: 0.5, verify: "test -f out.txt" };
const nothing = { verified: [], grades: new Map(), why: "the judge is down" };

function grades(...scores: readonly number[]) {
  return new Map(scores.map((score, index) => [index, { index, rationale: "seen", score }]));
}

function verdict(index: number, score: number | null, status: VerifiedCheck["status"] = "decided"): VerifiedCheck {
  return { index, status, score, rationale: `verdict ${index}` };
}

describe("criteria", () => {
  test("only checks without verify are for the judge, with their places in the rubric", () => {
    expect(judgedChecks([verified, judged, verified, judged])).toEqual([
      { index: 1, check: "The text is friendly" },
      { index: 3, check: "The text is friendly" },
    ]);
  });

  test("judged grades are whole, a half counts up; verified ones keep two decimals", () => {
    const criteria = gradeCriteria([judged, judged, verified, verified], {
      ...nothing,
      grades: grades(7.5, 7.4),
      verified: [verdict(3, 6.25), verdict(2, 3.333333)],
    });
    expect(criteria.map(({ score, by }) => [score, by])).toEqual([
      [8, "judge"],
      [7, "judge"],
      [3.33, "verify"],
      [6.25, "verify"],
    ]);
  });

  test("a check without a grade says why", () => {
    const criteria = gradeCriteria([judged, verified], nothing);
    expect(criteria).toEqual([
      { check: "The text is friendly", weight: 0.5, score: null, rationale: "the judge is down", by: "judge" },
      { check: "The file exists", weight: 0.5, score: null, rationale: "the workspace is gone", by: "verify" },
    ]);
  });

  test.each([11, -1, NaN, null])("a stored verdict of %s is no grade", (score) => {
    expect(gradeCriteria([verified], { ...nothing, verified: [verdict(0, score)] })[0]?.score).toBeNull();
  });

  test("a failed agent gets 0 for every check", () => {
    expect(
      failedCriteria([judged, verified], "exit code 1").map(({ score, rationale, by }) => [score, rationale, by]),
    ).toEqual([
      [0, "Run failed: exit code 1", "failure"],
      [0, "Run failed: exit code 1", "failure"],
    ]);
  });
});

test("a run that is not scored leaves every check open, with the reason and with who would have decided", () => {
  const criteria = missingCriteria([judged, verified], "the quota is used up");
  expect(criteria.map(({ score, rationale, by }) => [score, rationale, by])).toEqual([
    [null, "the quota is used up", "judge"],
    [null, "the quota is used up", "verify"],
  ]);
});

test("what a judge cites stands beside its grade; citing nothing leaves no empty list", () => {
  const cited = (cites: (number | string)[]) =>
    gradeCriteria([judged], { ...nothing, grades: new Map([[0, { index: 0, rationale: "", score: 1, cites }]]) })[0];
  expect(cited([3, "out.txt"])?.cites).toEqual([3, "out.txt"]);
  expect(cited(["half of a pair \ud83d"])?.cites).toEqual(["half of a pair \ufffd"]);
  expect(cited([])).not.toHaveProperty("cites");
});

describe("the goal", () => {
  test("it is the weighted mean of the grades, without the curve", () => {
    const checks = [
      { ...judged, weight: 0.75 },
      { ...judged, weight: 0.25 },
    ];
    expect(goalScore(gradeCriteria(checks, { ...nothing, grades: grades(10, 4) }))).toEqual(scored(85));
  });

  test("a broken check leaves it unknown for that reason, also where the judge is down too", () => {
    const criteria = gradeCriteria([judged, verified], { ...nothing, verified: [verdict(1, null, "broken")] });
    expect(goalScore(criteria)).toEqual(failed("verdict 1"));
  });

  test("of two broken checks the first is named", () => {
    const broken = [verdict(0, null, "broken"), verdict(1, null, "broken")];
    expect(goalScore(gradeCriteria([verified, verified], { ...nothing, verified: broken }))).toEqual(
      failed("verdict 0"),
    );
  });

  test("a rubric in which nothing weighs anything does not apply", () => {
    const criteria = gradeCriteria([{ ...judged, weight: 0 }], { ...nothing, grades: grades(10) });
    expect(goalScore(criteria)).toEqual(notApplicable("no check has a weight"));
  });

  test("it lies between 0 and 100, and one check without a grade leaves no number", () => {
    const anyChecks = fc.array(
      fc.record({ weight: fc.double({ min: 0.01, max: 10, noNaN: true }), score: fc.integer({ min: 0, max: 10 }) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(anyChecks, fc.nat(), (list, place) => {
        const checks = list.map(({ weight }) => ({ check: "c", weight }));
        const all = grades(...list.map(({ score }) => score));
        const whole = goalScore(gradeCriteria(checks, { ...nothing, grades: all }));
        expect(whole.status === "scored" && whole.value >= 0 && whole.value <= 100).toBe(true);
        all.delete(place % list.length);
        expect(goalScore(gradeCriteria(checks, { ...nothing, grades: all }))).toEqual(failed("the judge is down"));
      }),
    );
  });
});
