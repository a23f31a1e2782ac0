/** Holds the whole: the worked example, bounds, size, and the same bytes for the same inputs. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AxisResult } from "../../core/score/axis-result.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { answered, type FakeReply, fakeJudge, fullMarks } from "../../testing/fake-judge.ts";
import { axisResult } from "./axis-result.ts";
import { sampleEvidence, sampleDeps, type SampleStep } from "./sample-evidence.ts";

const generous = { goal: fullMarks, environment: fullMarks, service: fullMarks, agent: fullMarks };

/** The example of the specification: no service, one failed command, one slow one. */
const exampleSteps: SampleStep[] = [
  { categories: ["environment"], contextBytes: 500, durationMs: 300 },
  { categories: ["environment"], contextBytes: 1500, durationMs: 1200 },
  { categories: ["environment"], contextBytes: 2000, durationMs: 12_000 },
];
const example = sampleEvidence(exampleSteps, {
  checks: [
    { check: "The page is there", weight: 0.75 },
    { check: "It is linked", weight: 0.25 },
  ],
});
const exampleReplies = {
  goal: { grades: [10, 4].map((score, index) => ({ index, rationale: `grade ${score}`, score })) },
  environment: {
    audits: [1, 1, 0].map((success, index) => ({ id: index + 1, rationale: `exit ${1 - success}`, success })),
  },
  agent: {
    audits: [1, 2, 3].map((id) => ({ id, rationale: "fine", success: 1, weight: 0.9, contextRelevance: 0.75 })),
    necessity: { rationale: "one too many", unnecessaryIds: [2], score: 0.8 },
  },
};

/** The same reply, one turn of the event loop later. */
function late(reply: object): FakeReply {
  return async () => {
    await new Promise(setImmediate);
    return answered(reply);
  };
}

describe("the worked example", () => {
  test("it comes to environment 63, agent 89, goal 85 and an AXIS Result of 81", async () => {
    const { score, replies } = await axisResult(example, sampleDeps(fakeJudge(exampleReplies)));
    expect(score).toEqual({
      formula: "axis/1",
      axisScore: 81,
      goalAchievement: {
        status: "scored",
        applicable: true,
        score: 85,
        criteria: [
          { check: "The page is there", weight: 0.75, score: 10, rationale: "grade 10", by: "judge" },
          { check: "It is linked", weight: 0.25, score: 4, rationale: "grade 4", by: "judge" },
        ],
      },
      environment: {
        status: "scored",
        applicable: true,
        score: 63,
        interactionCount: 3,
        auditedCount: 3,
        dimensions: { success: 50, speed: 73, weight: null, relevance: null, necessity: null },
        audits: [1, 0.9, 0.4].map((speed, index) => ({
          id: index + 1,
          categories: ["environment"],
          success: index === 2 ? 0 : 1,
          speed,
          weight: null,
          contextRelevance: null,
          rationale: index === 2 ? "exit 1" : "exit 0",
        })),
        necessity: null,
      },
      service: {
        status: "not-applicable",
        applicable: false,
        score: null,
        reason: "no service steps",
        interactionCount: 0,
        auditedCount: 0,
        dimensions: { success: null, speed: null, weight: null, relevance: null, necessity: null },
        audits: [],
        necessity: null,
      },
      agent: {
        status: "scored",
        applicable: true,
        score: 89,
        interactionCount: 3,
        auditedCount: 3,
        dimensions: { success: 100, speed: 73, weight: 90, relevance: 75, necessity: 80 },
        audits: [1, 0.9, 0.4].map((speed, index) => ({
          id: index + 1,
          categories: ["environment"],
          success: 1,
          speed,
          weight: 0.9,
          contextRelevance: 0.75,
          rationale: "fine",
        })),
        necessity: { rationale: "one too many", unnecessaryIds: [2], score: 0.8 },
      },
      weights: { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.2 },
      effectiveWeights: { goal_achievement: 0.5, environment: 0.25, service: 0, agent: 0.25 },
      judging: {
        goal: { kind: "custom", name: "fake", attempts: 1 },
        environment: { kind: "custom", name: "fake", attempts: 1 },
        service: null,
        agent: { kind: "custom", name: "fake", attempts: 1 },
      },
      insights: [
        {
          dimension: "environment",
          score: 63,
          signal: "success",
          value: 50,
          message: "environment 63: success 50, 1 of 3 steps did not fully succeed",
        },
      ],
      patterns: [],
    });
    expect(replies).toEqual([]);
  });

  test("the document fits its schema, and its keys are sorted", async () => {
    const { score } = await axisResult(example, sampleDeps(fakeJudge(exampleReplies)));
    expect(AxisResult.parse(score)).toEqual(score);
    expect(Object.keys(score)).toEqual(Object.keys(score).toSorted());
    expect(Object.keys(score.agent.audits[0] ?? {})).toEqual([
      "categories",
      "contextRelevance",
      "id",
      "rationale",
      "speed",
      "success",
      "weight",
    ]);
  });

  test("the order in which audits and grades are given changes no byte", async () => {
    const straight = JSON.stringify((await axisResult(example, sampleDeps(fakeJudge(exampleReplies)))).score);
    const anyOrder = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    await fc.assert(
      fc.asyncProperty(anyOrder, anyOrder, async (first, second) => {
        const shuffled = {
          goal: { grades: exampleReplies.goal.grades.toReversed() },
          environment: { audits: first.map((place) => exampleReplies.environment.audits[place]) },
          agent: { ...exampleReplies.agent, audits: second.map((place) => exampleReplies.agent.audits[place]) },
        };
        expect(JSON.stringify((await axisResult(example, sampleDeps(fakeJudge(shuffled)))).score)).toBe(straight);
      }),
    );
  });

  test("judges that finish in another order change no byte", async () => {
    const one = fakeJudge(exampleReplies);
    const other = fakeJudge({
      ...exampleReplies,
      goal: late(exampleReplies.goal),
      environment: late(exampleReplies.environment),
    });
    const text = async (judge: typeof one) => JSON.stringify(await axisResult(example, sampleDeps(judge)));
    expect(await text(other)).toBe(await text(one));
  });
});

test("the AXIS Result is whole and from 0 to 98 where everything is scored, whatever the judge says", async () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const anySteps = fc.array(
    fc.record({
      contextBytes: fc.nat(100_000),
      durationMs: fc.option(fc.nat(60_000)),
      values: fc.tuple(share, share, share),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(anySteps, share, fc.double({ min: 0, max: 10, noNaN: true }), async (list, necessity, points) => {
      const audits = list.map(({ values: [success, weight, contextRelevance] }, index) => ({
        id: index + 1,
        rationale: "",
        success,
        weight,
        contextRelevance,
      }));
      const judge = fakeJudge({
        goal: { grades: [{ index: 0, rationale: "", score: points }] },
        environment: { audits },
        agent: { audits, necessity: { rationale: "", unnecessaryIds: [], score: necessity } },
      });
      const steps = list.map((step) => ({ ...step, categories: ["environment"] as const }));
      const { score } = await axisResult(sampleEvidence(steps), sampleDeps(judge));
      expect(Number.isInteger(score.axisScore)).toBe(true);
      expect(score.axisScore).toBeGreaterThanOrEqual(0);
      expect(score.axisScore).toBeLessThanOrEqual(98);
      expect(AxisResult.safeParse(score).success).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("fifty thousand interactions are scored by a judge that takes whole runs", async () => {
  const steps = Array.from({ length: 50_000 }, () => ({ categories: ["environment"] as const }));
  const { score } = await axisResult(
    sampleEvidence(steps),
    sampleDeps(fakeJudge(generous, { wholeRun: true }), { weights: defaultWeights }),
  );
  expect(score.agent).toMatchObject({ score: 96, auditedCount: 50_000 });
  expect(score.axisScore).toBe(98);
});
