/** Holds what an open comparison would have needed, with numbers worked out by hand: 2.801585 standard errors at 5 and 80 percent. */
import { describe, expect, test } from "vitest";
import { type VerdictSettings, resolveVerdictRules } from "../../core/report/verdict.ts";
import { estimateNeeded } from "./needed.ts";

const rowsOf = (count: number, a: readonly number[], b: readonly number[]) =>
  Array.from({ length: count }, (_, index) => ({ scenarioKey: `s${index}`, a, b }));
const needed = (
  rows: Parameters<typeof estimateNeeded>[0],
  settings: VerdictSettings,
  scope: "suite" | "population" = "suite",
) => estimateNeeded(rows, scope, resolveVerdictRules(settings));

describe("with several trials of each pair", () => {
  const wobbling = rowsOf(4, [0.4, 0.6], [0.4, 0.6]);

  test("trials come first: a variance of 0.04 over 4 * (0.1 / 2.801585) ** 2 is 7.8", () => {
    expect(needed(wobbling, { margin: 10 })).toEqual({
      trials: 8,
      scenarios: null,
      // 2.801585 * sqrt((0.02 / 2 + 0.02 / 2) / 4)
      detectable: expect.closeTo(19.8102, 3),
    });
  });

  test("the pair with the fewest trials on each side says what can be seen", () => {
    const more = { scenarioKey: "more", a: [0.4, 0.6, 0.5], b: [0.4, 0.6, 0.5] };
    // Variances 0.02 and 0.01, on each side 0.0175 in the mean: 2.801585 * sqrt((0.00875 + 0.00875) / 4)
    expect(needed([...wobbling.slice(0, 3), more], { margin: 10 })?.detectable).toBeCloseTo(18.5308, 3);
  });

  test("what scenarios differ in counts about scenarios like these, and not about these", () => {
    const apart = [
      { scenarioKey: "up", a: [0.4, 0.6], b: [0.8, 1] },
      { scenarioKey: "down", a: [0.8, 1], b: [0.4, 0.6] },
    ];
    // Differences 0.4 and -0.4, of variance 0.32, of which 0.02 is noise of the trials.
    expect(needed(apart, { margin: 10 }, "suite")?.detectable).toBeCloseTo(280.1585 * Math.sqrt(0.02 / 2), 3);
    expect(needed(apart, { margin: 10 }, "population")?.detectable).toBeCloseTo(280.1585 * Math.sqrt(0.32 / 2), 3);
  });

  test("one pair that was tried once makes the trials of the others no measure of noise", () => {
    for (const once of [
      { scenarioKey: "once", a: [0.5], b: [0.4, 0.6] },
      { scenarioKey: "once", a: [0.4, 0.6], b: [0.5] },
    ])
      expect(needed([...wobbling, once], { margin: 10 })?.trials).toBe(3);
  });

  test("a margin of nothing needs what nobody has", () => {
    expect(needed(wobbling, { margin: 0 })).toMatchObject({ trials: null, scenarios: null });
  });

  test("fewer trials than can be told apart in any order are never enough", () => {
    const still = rowsOf(4, [0.5, 0.5], [0.5, 0.5]);
    expect(needed(still, { margin: 10 })?.trials).toBe(2);
    expect(needed(still.slice(0, 1), { margin: 10 })?.trials).toBe(4);
    // 2 / 20 with three trials, 2 / 70 with four.
    expect(needed(still.slice(0, 1), { margin: 10, alpha: 0.08 })?.trials).toBe(4);
  });

  test("passes that all agree still have the variance of a trial: 0.1, and 0.5 where they differ", () => {
    const passes = rowsOf(4, [1, 0], [1, 1]);
    // 0.6 / (4 * (0.25 / 2.801585) ** 2) = 18.8
    expect(needed(passes, { metric: "pass", pass_margin: 25 })?.trials).toBe(19);
    expect(needed(rowsOf(4, [1, 1], [1, 0]), { metric: "pass", pass_margin: 25 })?.trials).toBe(19);
  });

  test("beyond 50 trials it is scenarios: 0.3 * (2.801585 / 0.1) ** 2 is 235.5", () => {
    const passes = rowsOf(4, [1, 0], [1, 1]);
    expect(needed(passes, { metric: "pass", pass_margin: 10 })).toMatchObject({ trials: null, scenarios: 236 });
  });

  test("about scenarios like these nothing can be said below six", () => {
    const asked = (margin: number) => needed(wobbling, { margin, scope: "population" }, "population");
    expect(asked(10)).toMatchObject({ trials: null, scenarios: 16 });
    expect(asked(50)).toMatchObject({ trials: null, scenarios: 6 });
  });
});

describe("with one trial of each pair", () => {
  const once = [
    { scenarioKey: "up", a: [0.5], b: [0.6] },
    { scenarioKey: "down", a: [0.3], b: [0.2] },
  ];

  test("three show how much they wobble, and all of the change counts as between scenarios", () => {
    // 2.801585 * sqrt(0.02 / 2)
    expect(needed(once, {})).toEqual({ trials: 3, scenarios: null, detectable: expect.closeTo(28.01585, 3) });
  });

  test("passes have a least variance of their own: a half over three", () => {
    // 2.801585 * sqrt(0.5 / 3 / 2)
    expect(needed(once, { metric: "pass" })?.detectable).toBeCloseTo(80.8748, 3);
  });

  test("one pair shows nothing, and none is nothing", () => {
    expect(needed(once.slice(0, 1), {})).toEqual({ trials: 3, scenarios: null, detectable: null });
    expect(needed([], {})).toBeNull();
  });
});
