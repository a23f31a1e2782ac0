import { expect, test } from "vitest";
import type { ReviewLabel } from "../../../src/core/review/review-label.ts";
import { describeHuman, describeJudge, isAgreed } from "./label-words.ts";

const check: ReviewLabel = { id: "run_1", checkIndex: 0, human: "fail", judge: 0.8, passFrom: 0.75 };
const step: ReviewLabel = { id: "run_1", step: 2, human: "pass", judge: 0, passFrom: 0.5 };

test("a label of a check says what the person and the judge said, with the grade", () => {
  expect([describeHuman(check), describeJudge(check), isAgreed(check)]).toEqual([
    "does not hold",
    "holds, 8 of 10",
    false,
  ]);
  expect(describeJudge({ ...check, judge: 0.675 })).toBe("does not hold, 6.75 of 10");
});

test("a label of a step says whether it was needed", () => {
  expect([describeHuman(step), describeJudge(step), isAgreed(step)]).toEqual(["needed", "not needed", false]);
});

test("who cannot tell neither agrees nor differs, and no grade is no verdict", () => {
  expect([describeHuman({ ...check, human: "unsure" }), isAgreed({ ...check, human: "unsure" })]).toEqual([
    "cannot tell",
    null,
  ]);
  expect([describeJudge({ ...check, judge: null }), isAgreed({ ...check, judge: null })]).toEqual([null, null]);
});
