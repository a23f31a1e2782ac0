import { describe, expect, test } from "vitest";
import { defaultWeights } from "../../core/score/weights.ts";
import { compositeInterval } from "./agent-statistics.ts";

function trial(goal: number, environment: number | null, agent: number) {
  return {
    axisScore: 1,
    passed: true,
    dimensions: { goalAchievement: goal, environment, service: null, agent },
  };
}

describe("the interval of the AXIS Result", () => {
  test("the estimate applies the weights to every trial, and what does not apply leaves its weight to the others", () => {
    const { composite } = compositeInterval([[trial(100, 50, 80), trial(100, null, 80)]], defaultWeights, "s");
    const first = (0.4 * 100 + 0.2 * 50 + 0.2 * 80) / 0.8;
    const second = (0.4 * 100 + 0.2 * 80) / 0.6;
    expect(composite?.estimate).toBeCloseTo((first + second) / 2, 9);
  });

  test("with two trials of every scenario it is about these scenarios, else about scenarios like them", () => {
    const twice = [trial(90, 80, 70), trial(80, 70, 60)];
    expect(compositeInterval([twice, twice], defaultWeights, "s").composite?.scope).toBe("suite");
    const once = compositeInterval([twice.slice(0, 1), twice], defaultWeights, "s").composite;
    expect(once?.scope).toBe("population");
  });

  test("the bounds hold the estimate, and the same seed gives the same bounds", () => {
    const scenarios = [
      [trial(90, 80, 70), trial(70, 60, 90), trial(100, 90, 80)],
      [trial(50, 40, 60), trial(60, 70, 50), trial(40, 30, 70)],
    ];
    const { composite } = compositeInterval(scenarios, defaultWeights, "seed");
    const { estimate, lower, upper } = composite ?? { estimate: null, lower: null, upper: null };
    expect(lower).toBeLessThan(estimate ?? 0);
    expect(upper).toBeGreaterThan(estimate ?? 0);
    expect(compositeInterval(scenarios, defaultWeights, "seed").composite).toEqual(composite);
  });

  test("nothing scored has no interval, and one trial has no bounds", () => {
    expect(compositeInterval([[{ axisScore: null, passed: null }]], defaultWeights, "s")).toEqual({});
    const { composite } = compositeInterval([[trial(90, 80, 70)]], defaultWeights, "s");
    expect(composite).toMatchObject({ lower: null, upper: null, scope: "population" });
  });
});
