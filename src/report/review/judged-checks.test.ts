import { expect, test } from "vitest";
import { describeJudgement, listJudgedChecks } from "./judged-checks.ts";
import { sampleLabelledRun } from "./review.fixture.ts";

test("checks of judges with a grade are listed; those of programs, of failures and without a grade are not", () => {
  const run = sampleLabelledRun("run_1", [8, { by: "verify", score: 10 }, { by: "failure", score: 0 }, null, 3]);
  expect(listJudgedChecks(run).map(({ index, grade, passFrom }) => [index, grade, passFrom])).toEqual([
    [0, 0.8, 0.75],
    [4, 0.3, 0.75],
  ]);
});

test("a judged check holds from the pass mark of its report on, a verified one only in full", () => {
  const run = sampleLabelledRun("run_1", [8, { by: "verify", score: 9 }], { passMark: 90 });
  expect(describeJudgement(run, { id: "run_1", checkIndex: 0 })).toMatchObject({
    id: "run_1",
    report: "r1",
    scenario: "docs/auth",
    agent: "echo",
    trial: 1,
    check: "check 1",
    judge: 0.8,
    passFrom: 0.9,
    decidedBy: "judge",
    judgeName: "judge-1",
    reason: "why 1",
  });
  expect(describeJudgement(run, { id: "run_1", checkIndex: 1 })).toMatchObject({ passFrom: 1, decidedBy: "verify" });
});

test("a step is needed unless the judge lists it", () => {
  const run = sampleLabelledRun("run_1", [8]);
  expect(describeJudgement(run, { id: "run_1", step: 1 })).toMatchObject({ step: 1, judge: 1, reason: null });
  expect(describeJudgement(run, { id: "run_1", step: 2 })).toMatchObject({ judge: 0, reason: "step 2 repeats step 1" });
  expect(describeJudgement({ ...run, score: undefined }, { id: "run_1", step: 2 })).toMatchObject({ judge: null });
});

test("a run as a whole passed, failed, or nobody knows", () => {
  const describe = (passed: boolean | null) =>
    describeJudgement(sampleLabelledRun("run_1", [8], { passed }), { id: "run_1" })?.judge;
  expect([true, false, null].map(describe)).toEqual([1, 0, null]);
});

test("a check is found by its text, and one that the run does not have is not found", () => {
  const run = sampleLabelledRun("run_1", [8, 2]);
  expect(describeJudgement(run, { id: "run_1", check: "check 2" })).toMatchObject({ checkIndex: 1, judge: 0.2 });
  expect(describeJudgement(run, { id: "run_1", check: "other" })).toBeUndefined();
  expect(describeJudgement(run, { id: "run_1", checkIndex: 7 })).toBeUndefined();
});

test("the range of a panel belongs to the check on which it differs most", () => {
  const run = sampleLabelledRun("run_1", [8, 5]);
  const { score } = run;
  const goal = { kind: "panel" as const, name: "panel", attempts: 1, disagreement: { on: "check 2", low: 2, high: 9 } };
  const told = { ...run, score: score && { ...score, judging: { ...score.judging, goal } } };
  expect(listJudgedChecks(told).map(({ range }) => range)).toEqual([null, { low: 0.2, high: 0.9 }]);
});
