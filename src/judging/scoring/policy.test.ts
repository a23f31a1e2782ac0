/** Holds every ruling on runs and dimensions: what is scored, what drops out, what is unknown. */
import { describe, expect, test } from "vitest";
import type { Answer } from "../../core/judge.ts";
import { runStatus } from "../../core/report/run-status.ts";
import { AxisResult } from "../../core/score/axis-result.ts";
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import type { Outcome } from "../../core/outcome.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { fakeJudge, fullMarks } from "../../testing/fake-judge.ts";
import { axisResult } from "./axis-result.ts";
import { sampleJudgedChecks, sampleEvidence, sampleDeps, type SampleStep } from "./sample-evidence.ts";

const generous = { goal: fullMarks, environment: fullMarks, service: fullMarks, agent: fullMarks };
const exampleSteps: SampleStep[] = [300, 1200, 12_000].map((durationMs) => ({
  categories: ["environment"],
  durationMs,
}));

function decided(index: number, score: number): VerifiedCheck {
  return { index, status: "decided", score, rationale: "seen" };
}

function dead(): Answer {
  return { status: "failed", why: "connection refused" };
}

describe("what drops out", () => {
  test("an interaction in two categories counts in both, and the agent is judged on all", async () => {
    const judge = fakeJudge(generous);
    const { score } = await axisResult(
      sampleEvidence([{ categories: ["environment", "service"] }, { categories: ["agent"] }]),
      sampleDeps(judge),
    );
    expect([score.environment.auditedCount, score.service.auditedCount, score.agent.auditedCount]).toEqual([1, 1, 2]);
    expect(score.axisScore).toBe(98);
  });

  test("a dimension with weight 0 is neither asked nor applicable, and its checks keep their verified verdicts", async () => {
    const judge = fakeJudge(generous);
    const weights = { goal_achievement: 0, environment: 0.5, service: 0, agent: 0.5 };
    const evidence = sampleEvidence([{ categories: ["service"] }, { categories: ["environment"] }], {
      checks: [...sampleJudgedChecks("friendly"), { check: "exists", weight: 1, verify: "test -f x" }],
      verified: [{ index: 1, status: "decided", score: 10, rationale: "exit code 0" }],
    });
    const { score } = await axisResult(evidence, sampleDeps(judge, { weights }));
    expect(score.goalAchievement).toMatchObject({ status: "not-applicable", score: null, reason: "weight is 0" });
    expect(score.goalAchievement.criteria.map(({ score: points, rationale }) => [points, rationale])).toEqual([
      [null, "not asked: weight is 0"],
      [10, "exit code 0"],
    ]);
    expect(score.service).toMatchObject({ status: "not-applicable", reason: "weight is 0", interactionCount: 1 });
    expect(judge.asked.map(({ question }) => question.question)).toEqual(["environment", "agent"]);
    expect(score.axisScore).toBe(96);
    const unverified = await axisResult({ ...evidence, verified: [] }, sampleDeps(judge, { weights }));
    expect(unverified.score.goalAchievement.criteria.map(({ rationale }) => rationale)).toEqual(
      Array.from({ length: 2 }, () => "not asked: weight is 0"),
    );
  });

  test("without a rubric the goal does not apply", async () => {
    const { score } = await axisResult(sampleEvidence(exampleSteps, { checks: null }), sampleDeps(fakeJudge(generous)));
    expect(score.goalAchievement).toEqual({
      status: "not-applicable",
      applicable: false,
      score: null,
      reason: "no rubric",
      criteria: [],
    });
    expect(score.judging.goal).toBeNull();
    expect(score.axisScore).toBeTypeOf("number");
  });

  test("a completed run without a step has a goal and no AXIS Result", async () => {
    const { score } = await axisResult(sampleEvidence([]), sampleDeps(fakeJudge(generous)));
    expect([score.environment.reason, score.service.reason, score.agent.reason]).toEqual([
      "no environment steps",
      "no service steps",
      "the transcript is empty",
    ]);
    expect([score.axisScore, score.reason]).toEqual([null, "no step was recorded: only the goal is known"]);
    expect(score.goalAchievement.score).toBe(100);
    expect(runStatus({ outcomeClass: "completed", score })).toBe("passed");
    expect(AxisResult.parse(score)).toEqual(score);
  });

  test("nothing at all to score leaves null and says so", async () => {
    const { score } = await axisResult(sampleEvidence([], { checks: null }), sampleDeps(fakeJudge(generous)));
    expect([score.axisScore, score.reason]).toEqual([null, "no dimension applies"]);
  });
});

describe("verified checks", () => {
  const checks: Check[] = [
    { check: "exists", weight: 0.5, verify: "test -f x" },
    { check: "holds 42", weight: 0.5, verify: { file: "x", contains: "42" } },
  ];

  test("a rubric of verified checks is graded without a judge", async () => {
    const judge = fakeJudge({ environment: fullMarks, agent: fullMarks });
    const verified = [decided(1, 2.5), decided(0, 10)];
    const { score } = await axisResult(sampleEvidence(exampleSteps, { checks, verified }), sampleDeps(judge));
    expect(score.goalAchievement).toMatchObject({ status: "scored", score: 63 });
    expect(score.judging.goal).toBeNull();
  });

  test("a check that could not run leaves the goal unscored for its reason", async () => {
    const verified: VerifiedCheck[] = [
      decided(0, 10),
      { index: 1, status: "broken", score: null, rationale: "no such program" },
    ];
    const { score } = await axisResult(
      sampleEvidence(exampleSteps, { checks, verified }),
      sampleDeps(fakeJudge(generous)),
    );
    expect(score.goalAchievement).toMatchObject({ status: "unscored", score: null, reason: "no such program" });
    expect(score.goalAchievement.criteria.map(({ score: points }) => points)).toEqual([10, null]);
    expect([score.axisScore, score.reason]).toEqual([null, "goal: no such program"]);
  });

  test("a check without a verdict leaves it unscored: the workspace is gone", async () => {
    const { score } = await axisResult(
      sampleEvidence(exampleSteps, { checks, verified: [decided(0, 10)] }),
      sampleDeps(fakeJudge(generous)),
    );
    expect(score.goalAchievement).toMatchObject({ status: "unscored", reason: "the workspace is gone" });
  });

  test("only the other checks go to the judge, under their places in the rubric", async () => {
    const judge = fakeJudge(generous);
    const mixed = [checks[0], { check: "friendly", weight: 1 }].filter((check) => check !== undefined);
    const evidence = sampleEvidence([], { checks: mixed, verified: [decided(0, 0)] });
    const { score } = await axisResult(evidence, sampleDeps(judge));
    expect(judge.asked[0]?.question).toMatchObject({
      question: "goal",
      checks: [{ index: 1, check: "friendly" }],
      task: "Do the steps.",
      finalAnswer: "Done.",
      tokens: 15,
      workspace: false,
    });
    expect(score.goalAchievement.score).toBe(67);
  });
});

describe("runs that did not complete", () => {
  const failure: Outcome = { status: "failed", code: "exit", message: "exit code 3" };

  test("a failed agent has goal 0 without a judge, the rest is scored from what happened", async () => {
    const judge = fakeJudge(generous);
    const checks: Check[] = [...sampleJudgedChecks("friendly"), { check: "exists", weight: 1, verify: "true" }];
    const { score } = await axisResult(sampleEvidence(exampleSteps, { outcome: failure, checks }), sampleDeps(judge));
    expect(score.goalAchievement).toMatchObject({ status: "scored", score: 0 });
    expect(score.goalAchievement.criteria.map(({ score: points, rationale, by }) => [points, rationale, by])).toEqual([
      [0, "Run failed: exit code 3", "failure"],
      [0, "Run failed: exit code 3", "failure"],
    ]);
    expect(judge.asked.map(({ question }) => question.question)).toEqual(["environment", "agent"]);
    expect(score.axisScore).toBeGreaterThan(0);
    expect(score.insights[0]).toMatchObject({ dimension: "goalAchievement", signal: "friendly", value: 0 });
  });

  test("a failed agent has no goal of 0 where the goal does not count", async () => {
    const weights = { ...defaultWeights, goal_achievement: 0 };
    const world = sampleDeps(fakeJudge(generous), { weights });
    const { score } = await axisResult(sampleEvidence(exampleSteps, { outcome: failure }), world);
    expect(score.goalAchievement).toMatchObject({ status: "not-applicable", score: null, reason: "weight is 0" });
  });

  test.each<Outcome>([
    failure,
    { status: "failed", code: "agent", message: "no output" },
    { status: "stopped", by: "time", scope: "scenario", message: "reached 15 min" },
  ])(
    "an agent that failed and did nothing has an AXIS Result of 0, with a rubric or without: $status",
    async (outcome) => {
      for (const checks of [sampleJudgedChecks("friendly"), null]) {
        const { score } = await axisResult(sampleEvidence([], { outcome, checks }), sampleDeps(fakeJudge(generous)));
        expect(score.axisScore).toBe(0);
        expect(score.reason).toBeUndefined();
      }
    },
  );

  test.each<Outcome>([
    { status: "failed", code: "network", message: "no network" },
    { status: "failed", code: "setup", message: "no network" },
    { status: "stopped", by: "user", scope: "run", message: "no network" },
    { status: "stopped", by: "time", scope: "run", message: "no network" },
  ])("a run that is missing is asked nothing and has no scores: %j", async (outcome) => {
    const judge = fakeJudge(generous);
    const { score } = await axisResult(sampleEvidence(exampleSteps, { outcome }), sampleDeps(judge));
    expect([score.axisScore, score.reason]).toEqual([null, "no network"]);
    for (const id of ["goalAchievement", "environment", "service", "agent"] as const) {
      expect(score[id]).toMatchObject({ status: "unscored", applicable: true, score: null, reason: "no network" });
    }
    expect(score.goalAchievement.criteria.map(({ score: points }) => points)).toEqual([null]);
    expect(Object.values(score.judging)).toEqual([null, null, null, null]);
    expect(judge.asked).toEqual([]);
    expect(AxisResult.parse(score)).toEqual(score);
  });
});

test("a dead judge leaves no number but those that need no judge: verified checks and Speed", async () => {
  const judge = fakeJudge({ goal: dead, environment: dead, service: dead, agent: dead });
  const checks: Check[] = [{ check: "exists", weight: 1, verify: "true" }];
  const verified: VerifiedCheck[] = [{ index: 0, status: "decided", score: 10, rationale: "exit code 0" }];
  const { score } = await axisResult(sampleEvidence(exampleSteps, { checks, verified }), sampleDeps(judge));
  expect(score.axisScore).toBeNull();
  expect(score.reason).toBe('environment, agent: judge "fake" gave no usable answer in 2 attempts: connection refused');
  expect(score.goalAchievement.score).toBe(100);
  expect(score.environment.dimensions).toEqual({
    success: null,
    speed: 73,
    weight: null,
    relevance: null,
    necessity: null,
  });
  expect([score.environment.score, score.agent.score, score.environment.audits, score.agent.audits]).toEqual([
    null,
    null,
    [],
    [],
  ]);
});
