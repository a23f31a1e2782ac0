import { expect, test } from "vitest";
import { call, sampleRun } from "../../../test/browser/sample-run.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { addStatus } from "../../../src/core/report/failure-reason.ts";
import { describeEnd, describeOutcome } from "./describe-outcome.ts";

/** A run with one verified check per grade. */
async function graded(grades: readonly number[], overrides: Partial<RunDetail> = {}): Promise<RunDetail> {
  const run = await sampleRun(call(1), {
    judge: grades.map((_, index) => ({ check: `check ${index + 1}`, weight: 1 / grades.length, verify: "true" })),
    checks: grades.map((score, index) => ({ index, status: "decided", score, rationale: "" })),
    ...overrides,
  });
  return addStatus(run);
}

test.each([
  [[10], "Its check holds."],
  [[10, 10], "All 2 checks hold."],
  [[10, 3], "“check 2” does not hold."],
  [[3, 10, 0], "2 of 3 checks do not hold: “check 1”."],
])("grades %j are told in one sentence: %s", async (grades, sentence) => {
  expect(describeOutcome(await graded(grades))).toBe(sentence);
});

test("an agent that gave up is quoted", async () => {
  const outcome = { status: "failed", code: "agent", message: "I cannot do it" } as const;
  const run = await graded([10], { failed: true, outcome, outcomeClass: "agent", error: "I cannot do it" });
  expect(describeOutcome(run)).toBe("Gave up: “I cannot do it”.");
  expect(describeEnd(run)).toBe("The agent gave up after 1m01s.");
});

test("how it ended is told with the time it took", async () => {
  const run = await graded([10]);
  expect(describeEnd(run)).toBe("The agent ended by itself after 1m01s.");
  const stopped = { status: "stopped", by: "time", scope: "scenario", message: "" } as const;
  expect(describeEnd({ ...run, outcome: stopped, durationMs: null })).toBe("The run was stopped: its time was over.");
});
