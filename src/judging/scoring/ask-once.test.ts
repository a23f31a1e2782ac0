/** Holds what a judge is handed with a question: what the agent left only where it was asked to look at it. */
import { expect, test } from "vitest";
import type { AskContext, Judge, WorkspaceSnapshot } from "../../core/judge.ts";
import type { Question } from "../../core/question.ts";
import { fullMarks } from "../../testing/fake-judge.ts";
import { axisResult } from "./axis-result.ts";
import { sampleEvidence, sampleDeps } from "./sample-evidence.ts";

const evidence = sampleEvidence([{ categories: ["environment"] }]);
const left: WorkspaceSnapshot = { copyForJudge: async () => true };

/** What came with each question, by its name. */
async function handed(fields: Partial<Judge>, world: { left?: WorkspaceSnapshot; runId?: string }) {
  const seen: Record<string, { workspace: boolean; context: AskContext }> = {};
  const ask = async (question: Question, context: AskContext) => {
    seen[question.question] = { workspace: question.question === "goal" && question.workspace, context };
    return fullMarks(question);
  };
  await axisResult(evidence, sampleDeps({ id: "watching", ask, ...fields }, world));
  return seen;
}

test("a judge that looks is handed what the agent left, for the goal alone", async () => {
  const { goal, environment, agent } = await handed({ looks: true }, { left });
  expect(goal?.workspace).toBe(true);
  expect(goal?.context.left).toBe(left);
  expect(environment?.context).not.toHaveProperty("left");
  expect(agent?.context).not.toHaveProperty("left");
});

test("a judge that does not look is not handed it, nor told that it could", async () => {
  const { goal } = await handed({}, { left });
  expect(goal?.workspace).toBe(false);
  expect(goal?.context).not.toHaveProperty("left");
});

test("where nothing is left, a judge that looks is told so", async () => {
  const { goal } = await handed({ looks: true }, {});
  expect(goal?.workspace).toBe(false);
  expect(goal?.context).not.toHaveProperty("left");
});

test("the run is named where it has a name", async () => {
  expect((await handed({}, { runId: "run-1" }))["agent"]?.context.runId).toBe("run-1");
  expect((await handed({}, {}))["agent"]?.context).not.toHaveProperty("runId");
});
