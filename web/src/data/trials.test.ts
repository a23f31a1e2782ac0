import { expect, test } from "vitest";
import { foldTrials } from "../../../src/report/build.ts";
import { sampleFailure, sampleResult } from "../../../src/store/sample-result.fixture.ts";
import { averageCards, explainNoNumber, findMainReason, formatPasses, listRuns } from "./trials.ts";

const passed = sampleResult({ trial: 1, axisScore: 97, runId: "run_1" });
const failed = sampleFailure("agent", { trial: 2, runId: "run_2" });
const error = sampleFailure("infrastructure", { trial: 3, runId: "run_3" });

test("a result lists every trial with its status, and one without trials its only run", () => {
  const result = foldTrials([passed, failed, error]);
  expect(listRuns(result).map(({ runId, status }) => `${runId} ${status}`)).toEqual([
    "run_1 passed",
    "run_2 failed",
    "run_3 error",
  ]);
  expect(listRuns(foldTrials([failed]))).toMatchObject([{ runId: "run_2", status: "failed", why: "it broke" }]);
});

test("errors are not among the counted runs", () => {
  expect(formatPasses(listRuns(foldTrials([passed, failed, error])))).toBe("1/2");
});

test("the main reason is the most frequent one; results that passed have none", () => {
  expect(findMainReason([foldTrials([passed])])).toBeUndefined();
  expect(findMainReason([foldTrials([passed, failed]), foldTrials([error])])).toEqual({ why: "it broke", runs: 2 });
});

test("a result that passed without a number says why: no step was recorded", () => {
  const score = { ...passed.score!, axisScore: null, reason: "no step was recorded: only the goal is known" };
  expect(explainNoNumber(foldTrials([{ ...passed, score }]))).toBe("no step was recorded: only the goal is known");
  expect(explainNoNumber(foldTrials([error]))).toBe("it broke");
});

test("without scorecards there is no mean of them", () => {
  expect(averageCards(foldTrials([passed, failed]))).toBeNull();
});
