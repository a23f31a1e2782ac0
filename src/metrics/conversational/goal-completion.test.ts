import { describe, expect, test } from "vitest";
import { GoalCompletion } from "./goal-completion.ts";
import { exampleMessages, scriptedJudge } from "./scripted-conversation.fixture.ts";
import { readOverall } from "./overall.fixture.ts";

const item = { conversation: exampleMessages };

describe("goal", () => {
  test("achieved, partly and not, with some clarifications, is 0.54", async () => {
    const metric = GoalCompletion({ llm: scriptedJudge() });
    const result = await metric.execute({ ...item, additionalInput: { goal: "get a refund" } });
    expect(result.score).toBeCloseTo(0.54, 12);
    expect(result.metadata).toMatchObject({ goalInferred: false });
    expect(await readOverall(metric)).toMatchObject({
      completion_score: 0.5,
      outcome: "partially_achieved",
      total_sub_goals: 3,
      bottleneck_count: 0,
    });
  });

  test("a goal that is not given is inferred, and the metadata says so", async () => {
    const llm = scriptedJudge();
    const result = await GoalCompletion({ llm }).execute(item);
    expect(result.metadata).toMatchObject({ goalInferred: true });
    expect(llm.calls.find(({ about }) => about === "goal.analyze")?.facts).not.toHaveProperty("goal");
  });

  test("no sub-goals is a failure; no mapped moment leaves completion alone", async () => {
    const analysis = { primaryGoal: "g", goalEvolution: "", subGoals: [], goalMomentMappings: [] };
    expect(await GoalCompletion({ llm: scriptedJudge({ "goal.analyze": analysis }) }).execute(item)).toMatchObject({
      status: "failed",
    });
    const subGoals = [{ description: "d", status: "achieved", requiredClarifications: 9, agentRetries: 0 }];
    const llm = scriptedJudge({ "goal.analyze": { ...analysis, subGoals } });
    const result = await GoalCompletion({ llm }).execute(item);
    expect(result.score).toBe(1);
    expect(await readOverall(GoalCompletion({ llm }))).toMatchObject({
      goal_drift_detected: true,
      unmapped_moment_share: 1,
    });
  });

  test("an abandoned goal that came up early is an abandoned outcome", async () => {
    const subGoals = [
      {
        description: "d",
        status: "abandoned",
        firstMentionedTurn: 1,
        requiredClarifications: 0,
        agentRetries: 0,
        turnsToComplete: 6,
      },
    ];
    const llm = scriptedJudge({
      "goal.analyze": { primaryGoal: "g", goalEvolution: "", subGoals, goalMomentMappings: [] },
    });
    expect(await readOverall(GoalCompletion({ llm }))).toMatchObject({
      outcome: "abandoned",
      abandoned_early: true,
      bottleneck_count: 1,
    });
  });

  test("weights that do not add up, and outcomes the wrong way round, are mistakes", () => {
    expect(() => GoalCompletion({ completionWeight: 0.7 })).toThrow(/add up to 1/);
    expect(() => GoalCompletion({ outcomeThresholdPartial: 0.9 })).toThrow(/outcomeThresholdPartial/);
  });
});
