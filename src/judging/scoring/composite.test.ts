/** Holds the composite: sharing out, the unknown whole, and the rulings on runs. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DimensionState } from "../../core/score/axis-result.ts";
import { dimensionIds } from "../../core/score/category.ts";
import { failed, notApplicable, scored } from "../../core/score.ts";
import { defaultWeights, weightKey } from "../../core/score/weights.ts";
import { composite, effectiveWeights } from "./axis-result.ts";
import { type DimensionStates, toDimensionState } from "./policy.ts";

const out = toDimensionState(notApplicable("no service steps"));
const down = toDimensionState(failed("the judge is down"));
const completed = { kind: "completed" } as const;

/** In the order goal, environment, service, agent. */
function states(
  ...[goal, environment, service, agent]: [DimensionState, DimensionState, DimensionState, DimensionState]
) {
  return { goalAchievement: goal, environment, service, agent };
}
const points = (value: number) => toDimensionState(scored(value));

describe("composite", () => {
  test("goal 85, environment 63, agent 89 without a service come to 81", () => {
    const example = states(points(85), points(63), out, points(89));
    expect(composite(example, defaultWeights, completed)).toEqual({ axisScore: 81 });
    expect(effectiveWeights(example, defaultWeights)).toEqual({
      goal_achievement: 0.5,
      environment: 0.25,
      service: 0,
      agent: 0.25,
    });
  });

  test("a flawless run with its goal met comes to 98", () => {
    const flawless = states(points(100), points(96), points(96), points(96));
    expect(composite(flawless, defaultWeights, completed).axisScore).toBe(98);
  });

  test("one unscored dimension makes the whole unknown, and each reason is said once", () => {
    const broken = states(toDimensionState(failed("2 of 5 checks need a judge")), down, points(90), down);
    expect(composite(broken, defaultWeights, completed)).toEqual({
      axisScore: null,
      reason: "goal: 2 of 5 checks need a judge; environment, agent: the judge is down",
    });
    expect(effectiveWeights(broken, defaultWeights).service).toBe(1);
  });

  test("without any dimension there is no result", () => {
    const none = states(out, out, out, out);
    expect(composite(none, defaultWeights, completed)).toEqual({ axisScore: null, reason: "no dimension applies" });
    expect(Object.values(effectiveWeights(none, defaultWeights))).toEqual([0, 0, 0, 0]);
  });

  test("without a step the goal alone makes no result; an unknown goal is named first", () => {
    const silent = { kind: "completed", nothingHappened: true } as const;
    expect(composite(states(points(100), out, out, out), defaultWeights, silent)).toEqual({
      axisScore: null,
      reason: "no step was recorded: only the goal is known",
    });
    expect(composite(states(down, out, out, out), defaultWeights, silent).reason).toBe("goal: the judge is down");
  });

  test("a missing run has no result, an agent that did nothing has 0", () => {
    const missing = { kind: "missing", reason: "no network" } as const;
    expect(composite(states(down, down, down, down), defaultWeights, missing)).toEqual({
      axisScore: null,
      reason: "no network",
    });
    const idle = { kind: "agent-failed", message: "exit 1", nothingHappened: true } as const;
    expect(composite(states(out, out, out, out), defaultWeights, idle)).toEqual({ axisScore: 0 });
  });
});

const anyPoints = fc.integer({ min: 0, max: 100 }).map(points);
const anyState = fc.oneof(anyPoints, fc.constant(out));
const anyStates = fc.tuple(anyState, anyState, anyState, anyState).map((all) => states(...all));

test("the result is whole and within the scores it was made from", () => {
  fc.assert(
    fc.property(anyStates, (all) => {
      const { axisScore } = composite(all, defaultWeights, completed);
      const scores = dimensionIds.map((id) => all[id].score).filter((score) => score !== null);
      fc.pre(scores.length > 0);
      expect(Number.isInteger(axisScore)).toBe(true);
      expect(axisScore).toBeGreaterThanOrEqual(Math.min(...scores));
      expect(axisScore).toBeLessThanOrEqual(Math.max(...scores));
    }),
  );
});

test("the weight of what does not apply never moves the mean", () => {
  fc.assert(
    fc.property(anyStates, fc.double({ min: 0, max: 10, noNaN: true }), (all, weight) => {
      const idle = dimensionIds.filter((id) => all[id].status === "not-applicable").map((id) => weightKey[id]);
      const other = { ...defaultWeights, ...Object.fromEntries(idle.map((key) => [key, weight])) };
      expect(composite(all, other, completed)).toEqual(composite(all, defaultWeights, completed));
    }),
  );
});

test("a single unscored dimension leaves no number, whatever the others are", () => {
  fc.assert(
    fc.property(anyStates, fc.constantFrom(...dimensionIds), (all, id) => {
      const broken: DimensionStates = { ...all, [id]: down };
      expect(composite(broken, defaultWeights, completed).axisScore).toBeNull();
    }),
  );
});
