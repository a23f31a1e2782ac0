/** Holds what is said first about a low dimension. */
import { describe, expect, test } from "vitest";
import type { AxisResult, GradedCriterion } from "../../core/score/axis-result.ts";
import { scored } from "../../core/score.ts";
import { dimensions } from "./dimensions.ts";
import { goalInsight, signalInsight } from "./axis-result.ts";
import { toDimensionState } from "./policy.ts";
import { processScore } from "./process-score.ts";
import { sampleEvidence } from "./sample-evidence.ts";

function goal(score: number, criteria: readonly (readonly [string, number, number])[]): AxisResult["goalAchievement"] {
  const graded = criteria.map(([check, weight, points]): GradedCriterion => ({
    check,
    weight,
    score: points,
    rationale: "",
    by: "judge",
  }));
  return { ...toDimensionState(scored(score)), criteria: graded };
}

describe("the goal", () => {
  test("its lowest check is named", () => {
    expect(
      goalInsight(
        goal(40, [
          ["exists", 0.4, 10],
          ["linked", 0.6, 0],
        ]),
      ),
    ).toEqual([
      { dimension: "goalAchievement", score: 40, signal: "linked", value: 0, message: 'goal 40: "linked" has 0 of 10' },
    ]);
  });

  test("of equally low checks the heavier one, of equally heavy ones the first", () => {
    expect(
      goalInsight(
        goal(30, [
          ["light", 0.2, 3],
          ["heavy", 0.4, 3],
          ["late", 0.4, 3],
        ]),
      )[0]?.signal,
    ).toBe("heavy");
  });

  test("its grade is told as it is", () => {
    expect(goalInsight(goal(60, [["exists", 1, 6]]))[0]).toMatchObject({ signal: "exists", value: 6 });
  });

  test("from 75 on nothing is said", () => {
    expect(goalInsight(goal(75, [["exists", 1, 7.5]]))).toEqual([]);
    expect(goalInsight(goal(74, [["exists", 1, 7.4]]))).toHaveLength(1);
  });
});

describe("a dimension made of signals", () => {
  const evidence = sampleEvidence(
    Array.from({ length: 9 }, () => ({ categories: ["environment"] as const, durationMs: 20_000 })),
  );
  const insightOf = (values: { success: number; weight: number; contextRelevance: number }, necessity: number) => {
    const audits = new Map(evidence.interactions.map(({ id }) => [id, { rationale: "", ...values }]));
    const whole = { rationale: "", unnecessaryIds: [1, 2, 3, 4, 5], score: necessity };
    const { result, raw } = processScore(dimensions.agent, evidence.interactions, {
      audits,
      necessity: whole,
      failure: null,
    });
    return signalInsight("agent", result, raw)[0]?.message;
  };

  test("necessity counts the interactions judged unnecessary", () => {
    const values = { success: 1, weight: 0.9, contextRelevance: 0.9 };
    expect(insightOf(values, 0.32)).toBe("agent 72: necessity 32, 5 of 9 steps were judged unnecessary");
  });

  test("speed counts the slow ones", () => {
    const values = { success: 0.6, weight: 0.5, contextRelevance: 0.5 };
    expect(insightOf(values, 0.6)).toBe("agent 58: speed 40, 9 of 9 steps were slower than excellent");
  });

  test("of equally low signals the heavier one is named", () => {
    const values = { success: 0.4, weight: 0.4, contextRelevance: 0.4 };
    expect(insightOf(values, 0.4)).toBe("agent 29: necessity 40, 5 of 9 steps were judged unnecessary");
  });

  test("a signal without weight in the dimension is never named", () => {
    const audits = new Map(evidence.interactions.map(({ id }) => [id, { rationale: "", success: 0.5 }]));
    const { result, raw } = processScore(dimensions.environment, evidence.interactions, {
      audits,
      necessity: null,
      failure: null,
    });
    expect(signalInsight("environment", result, raw).map(({ signal }) => signal)).toEqual(["speed"]);
    const lower = { ...raw, weight: 0.1, relevance: 0.1, necessity: 0.1 };
    expect(signalInsight("environment", result, lower).map(({ signal }) => signal)).toEqual(["speed"]);
  });

  test("from 75 on nothing is said of a dimension either", () => {
    const reading = { audits: new Map(), necessity: null, failure: null };
    const { result, raw } = processScore(dimensions.agent, evidence.interactions, reading);
    const at = (score: number) => signalInsight("agent", { ...result, ...toDimensionState(scored(score)) }, raw);
    expect(at(75)).toEqual([]);
    expect(at(74)).toHaveLength(1);
  });

  test("an unscored dimension has none", () => {
    const reading = { audits: new Map(), necessity: null, failure: "the judge is down" };
    const { result, raw } = processScore(dimensions.agent, evidence.interactions, reading);
    expect(signalInsight("agent", result, raw)).toEqual([]);
  });
});
