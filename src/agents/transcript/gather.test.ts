import { expect, test } from "vitest";
import { Entry } from "../../core/entry.ts";
import type { Outcome } from "../../core/outcome.ts";
import { gatherEvidence } from "./gather.ts";

const run = (outcome: Outcome, transcript: Entry[] = []) =>
  gatherEvidence({
    scenarioKey: "a",
    task: "do it",
    checks: null,
    verified: [],
    outcome,
    durationMs: 5,
    tokenUsage: null,
    transcript,
    startTime: "2025-01-01T00:00:00Z",
  });

test("the final answer is that of a completed run, and of no other", () => {
  expect(run({ status: "completed", result: "42" }).finalAnswer).toBe("42");
  expect(run({ status: "completed", result: null }).finalAnswer).toBeNull();
  expect(run({ status: "failed", code: "exit", message: "42" }).finalAnswer).toBeNull();
});

test("a run called a tool once there is a call, answered or not", () => {
  const outcome: Outcome = { status: "completed", result: null };
  expect(run(outcome, [Entry.parse({ type: "tool_result", output: "" })]).calledTool).toBe(false);
  expect(run(outcome, [Entry.parse({ type: "tool_use", tool: "x" })]).calledTool).toBe(true);
});

test("evidence is the run with its interactions, timed from the start of the process", () => {
  const transcript = [Entry.parse({ type: "assistant", text: "a", timestamp: "2025-01-01T00:00:03Z" })];
  const evidence = run({ status: "completed", result: null }, transcript);
  expect(evidence).toMatchObject({ scenarioKey: "a", task: "do it", durationMs: 5, transcript });
  expect(evidence.interactions).toMatchObject([{ id: 1, startMs: 3000 }]);
  expect(evidence).not.toHaveProperty("startTime");
});
