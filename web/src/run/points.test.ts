import { expect, test } from "vitest";
import { sampleRun, call } from "../../../test/browser/sample-run.ts";
import { calibrate } from "../../../src/judging/scoring/calibrate.ts";
import { scoringDocument } from "../../../src/judging/scoring/scoring-document.ts";
import { defaultWeights } from "../../../src/core/score/weights.ts";
import type { Audit, AxisResult } from "../../../src/core/score/axis-result.ts";
import { computeLostPoints, flawless, type LostByDimension } from "./points.ts";

const scoring = scoringDocument(defaultWeights, undefined);
const byId = (audits: readonly Audit[]) => new Map(audits.map((audit) => [audit.id, audit]));

function lostOf(score: AxisResult, interactions: Parameters<typeof computeLostPoints>[0]["interactions"]) {
  const { environment, service, agent } = score;
  const audits = {
    environment: byId(environment.audits),
    service: byId(service.audits),
    agent: byId(agent.audits),
  };
  return computeLostPoints({ score, scoring, interactions, audits });
}

const sum = (parts: readonly { readonly points: number }[]) => parts.reduce((total, { points }) => total + points, 0);

/** What each level of the tree says is lost, from the bottom up. */
function expectSums({ points, beyond, checks, signals }: LostByDimension) {
  const below = checks.length > 0 ? sum(checks) : sum(signals) + beyond;
  if (checks.length + signals.length > 0) expect(below).toBeCloseTo(points, 9);
  for (const { points: lost, steps } of signals) if (steps.length > 0) expect(sum(steps)).toBeCloseTo(lost, 9);
}

test("a perfect dimension has the points that the curve ends with", () => {
  expect(flawless).toBe(calibrate(1));
});

test.each([3, 20, 60])(
  "of %i steps, what is lost at every level adds up to what is missing from 100",
  async (count) => {
    const entries = Array.from({ length: count }, (_, at) => call(at + 1, "x".repeat(at * 40))).flat();
    const run = await sampleRun(entries, {
      judge: [
        { check: "one", weight: 0.25, verify: "true" },
        { check: "two", weight: 0.75, verify: "true" },
      ],
      checks: [
        { index: 0, status: "decided", score: 3, rationale: "" },
        { index: 1, status: "decided", score: 10, rationale: "" },
      ],
    });
    const score = run.score!;
    const lost = lostOf(score, run.interactions)!;
    const exact = (["goalAchievement", "environment", "service", "agent"] as const).reduce((total, id) => {
      const weight = { goalAchievement: score.effectiveWeights.goal_achievement, ...score.effectiveWeights }[id];
      return total + (score[id].score ?? 0) * weight;
    }, 0);
    expect(lost.total).toBeCloseTo(100 - exact, 9);
    expect(sum(lost.dimensions)).toBeCloseTo(lost.total, 9);
    lost.dimensions.forEach(expectSums);
    const goal = lost.dimensions.find(({ id }) => id === "goalAchievement");
    expect(goal?.checks).toEqual([{ index: 0, points: goal?.points }]);
  },
);

test("unneeded steps share what necessity cost, and slow ones weigh the more the slower they were", async () => {
  const run = await sampleRun([1, 2, 3, 4].flatMap((number) => call(number)));
  const audit = (id: number, speed: number): Audit => ({
    id,
    categories: ["environment"],
    success: 1,
    speed,
    weight: 1,
    contextRelevance: 1,
    rationale: "",
  });
  const base = run.score!;
  const audits = [audit(1, 1), audit(2, 0.5), audit(3, 0), audit(4, 1)];
  const dimensions = { success: 100, speed: 60, weight: 100, relevance: 100, necessity: 50 };
  const necessity = { score: 0.5, unnecessaryIds: [1, 4], rationale: "" };
  const lost = lostOf(
    { ...base, agent: { ...base.agent, score: 70, dimensions, audits, necessity } },
    run.interactions,
  );
  const agent = lost?.dimensions.find(({ id }) => id === "agent");
  const [first, second] = agent?.signals ?? [];
  expect(first?.signal).toBe("necessity");
  expect(first?.steps.map(({ id }) => id)).toEqual([1, 4]);
  expect(first?.steps[0]?.points).toBeCloseTo(first!.points / 2, 9);
  expect(second?.steps.map(({ id }) => id)).toEqual([3, 2]);
  expect(second!.steps[0]!.points / second!.steps[1]!.points).toBeCloseTo((1 * 2) / (0.5 * 1.25), 9);
});

test("without an AXIS Result no points are said to be lost", async () => {
  const run = await sampleRun([]);
  expect(lostOf({ ...run.score!, axisScore: null }, [])).toBeNull();
});
