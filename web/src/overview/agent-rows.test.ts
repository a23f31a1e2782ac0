import { expect, test } from "vitest";
import type { AgentStatistics } from "../../../src/core/report/agent-statistics.ts";
import { foldTrials } from "../../../src/report/build.ts";
import { sampleFailure, sampleResult } from "../../../src/store/sample-result.fixture.ts";
import { listAgentRows } from "./agent-rows.ts";
import { formatUsage } from "./usage.ts";

const trial = (agentName: string, number: number, overrides: Parameters<typeof sampleResult>[0] = {}) =>
  sampleResult({ agentName, trial: number, totalCostUsd: 0.1 * number, durationMs: 1000 * number, ...overrides });

const unroundedStatistics: AgentStatistics = {
  agentName: "a",
  scenarios: 1,
  trials: 1,
  mean: { estimate: 93, lower: null, upper: null },
  composite: { estimate: 93.4, lower: 93.2, upper: 93.6, scope: "suite", samples: 2000, seed: "s" },
  missing: { share: 0, lowest: 93, highest: 93 },
  passRate: null,
  passAtK: {},
  passHatK: {},
  noise: { task: null, trial: null, judge: null, minimumDetectableEffect: null },
};

test("agents come best first, with what their runs cost and the middle of their times", () => {
  const results = [
    foldTrials([1, 2, 3].map((number) => trial("slow", number, { axisScore: 70 }))),
    foldTrials([trial("fast", 1, { axisScore: 95 })]),
  ];
  const [best, other] = listAgentRows({ results });
  expect([best?.name, other?.name]).toEqual(["fast", "slow"]);
  expect(other?.usage.cost?.typical).toBeCloseTo(0.2, 9);
  expect(other?.usage.time).toMatchObject({ typical: 2000, low: 1200, high: 2800, runs: 3 });
  expect(best?.bounds).toBeNull();
});

test("the mean is that of the results, as in the matrix, and the unrounded interval is drawn around it", () => {
  const results = [foldTrials([trial("a", 1, { axisScore: 93 })])];
  const [agent] = listAgentRows({ results, statistics: [unroundedStatistics] });
  expect([agent?.mean, agent?.bounds]).toEqual([93, { lower: 93, upper: 93.6 }]);
});

test("errors are not counted, and without a pass or with an unknown cost a pass has no price", () => {
  const [agent] = listAgentRows({
    results: [foldTrials([trial("a", 1), sampleFailure("infrastructure", { agentName: "a", trial: 2 })])],
  });
  expect([agent?.counted, agent?.errors]).toEqual([1, 1]);
  const [unpriced] = listAgentRows({ results: [foldTrials([sampleResult({ agentName: "b" })])] });
  expect(unpriced?.costPerPass).toBeNull();
});

test("an agent without a number comes last", () => {
  const results = [
    foldTrials([trial("none", 1, { axisScore: null })]),
    foldTrials([trial("some", 1, { axisScore: 5 })]),
  ];
  expect(listAgentRows({ results }).map(({ name, mean }) => [name, mean])).toEqual([
    ["some", 5],
    ["none", null],
  ]);
});

test.each([
  ["cost", 0.0494, "$0.049"],
  ["cost", 0.37, "$0.37"],
  ["cost", 0, "$0"],
  ["time", 77_400, "1m 17s"],
  ["time", 400, "400ms"],
  ["tokens", 11_800_000, "11.8M"],
  ["cost", null, "–"],
] as const)("%s %d is written %s", (measure, value, text) => {
  expect(formatUsage(measure, value)).toBe(text);
});
