/** Holds a model as a judge: what becomes of each way in which it can fail to answer. */
import { describe, expect, test } from "vitest";
import type { Model, ModelFailure } from "../../core/model.ts";
import { axisResult } from "../scoring/axis-result.ts";
import { sampleEvidence, sampleDeps } from "../scoring/sample-evidence.ts";
import { fakeModel } from "../../testing/fake-model.ts";
import { testJudge } from "../../testing/suites/test-judge.ts";
import { modelJudge } from "./model-judge.ts";

interface GoalFacts {
  readonly interactions: readonly { readonly id: number }[];
}

const audits = ({ interactions }: GoalFacts) =>
  interactions.map(({ id }) => ({ id, rationale: "ran", success: 1, weight: 1, contextRelevance: 1 }));
const script = {
  goal: { grades: [0, 1].map((index) => ({ index, rationale: "seen", score: 8 })) },
  environment: (facts: GoalFacts) => ({ audits: audits(facts) }),
  service: (facts: GoalFacts) => ({ audits: audits(facts) }),
  agent: (facts: GoalFacts) => ({
    audits: audits(facts),
    necessity: { rationale: "all of it", unnecessaryIds: [], score: 1 },
  }),
};

testJudge("of a model", () => modelJudge(fakeModel(script)), { deterministic: true });

const failing = (code: ModelFailure): Model => ({
  id: "some/vendor/model",
  ask: async () => ({
    status: "failed",
    code,
    why: `it was ${code}`,
    raw: "raw",
    spending: { calls: 1, costUsd: null },
  }),
});
const evidence = sampleEvidence([{ categories: ["environment"] }]);

describe("a model that does not answer", () => {
  test.each([
    ["auth", 1],
    ["request", 1],
    ["rate-limit", 1],
    ["unreadable", 2],
    ["refused", 2],
    ["truncated", 2],
    ["transport", 2],
  ] as const)("%s: asked %i times, then unscored with that reason", async (code, attempts) => {
    const { score } = await axisResult(evidence, sampleDeps(modelJudge(failing(code))));
    expect(score.axisScore).toBeNull();
    expect(score.goalAchievement.reason).toContain(`it was ${code}`);
    expect(score.judging.goal).toMatchObject({ kind: "model", attempts, costUsd: null });
  });

  test("only trouble on the way is waited out", async () => {
    const waits: string[] = [];
    const waitedFor = async (code: ModelFailure) =>
      axisResult(evidence, sampleDeps(modelJudge(failing(code)), { wait: async () => void waits.push(code) }));
    await waitedFor("unreadable");
    await waitedFor("transport");
    expect(new Set(waits)).toEqual(new Set(["transport"]));
  });

  test("what it said instead is kept for the detail file", async () => {
    const { replies } = await axisResult(evidence, sampleDeps(modelJudge(failing("unreadable"))));
    expect(replies[0]).toEqual({ question: "goal", attempt: 1, problem: "it was unreadable", raw: "raw" });
  });
});

test("good parts of an answer are kept, and only the rest is asked for again, with what was wrong", async () => {
  const model = fakeModel({
    ...script,
    goal: [
      {
        grades: [
          { index: 0, rationale: "a", score: 7 },
          { index: 1, rationale: "b", score: 11 },
        ],
      },
      { grades: [{ index: 1, rationale: "b", score: 3 }] },
    ],
  });
  const checks = [
    { check: "one", weight: 0.5 },
    { check: "two", weight: 0.5 },
  ];
  const { score } = await axisResult({ ...evidence, checks }, sampleDeps(modelJudge(model)));
  expect(score.goalAchievement.criteria.map((criterion) => criterion.score)).toEqual([7, 3]);
  const [first, second] = model.calls.filter(({ about }) => about === "goal");
  expect([first?.prompt.includes('"one"'), second?.prompt.includes('"one"')]).toEqual([true, false]);
  expect(second?.problem).toContain("check 1: score");
});

test("the report names provider and model, also where the model's name holds a slash", () => {
  expect(modelJudge(failing("auth")).about).toEqual({ provider: "some", model: "vendor/model" });
});
