/** Holds what a plan is said to cost: by the runs of each pair, else of its agent, and unknown where there is none. */
import { describe, expect, test } from "vitest";
import type { Plan } from "../../core/plan.ts";
import type { Report } from "../../core/report.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { forecast } from "./forecast.ts";

const model = { id: "m", kind: "model" };
const judges = { goal: model, environment: model, service: model, agent: model };
const job = (scenario: string, agent: string, checks: object[] = [{ check: "c" }]) => ({
  cell: { scenario, agent, trial: 1 },
  judges,
  scenario: { checks },
});
const planOf = (jobs: object[], weights: Plan["weights"] = defaultWeights) =>
  ({ jobs, weights, trials: 1 }) as unknown as Plan;
const result = (scenarioKey: string, agentName: string, fields: object = {}) => ({
  scenarioKey,
  agentName,
  runId: "run_1",
  outcomeClass: "completed",
  durationMs: 60_000,
  totalCostUsd: 1,
  judgeCostUsd: 0.25,
  tokenUsage: { input: 10, output: 5 },
  ...fields,
});
const reportOf = (...results: object[]) => ({ results }) as unknown as Report;

test("each job costs what runs of its pair cost, and the range is that of the cheapest and the dearest", () => {
  const past = [
    reportOf(result("one", "a"), result("one", "a", { totalCostUsd: 3, durationMs: 180_000 })),
    reportOf(result("two", "a", { totalCostUsd: 7 }), result("one", "other", { totalCostUsd: 100 })),
  ];
  expect(forecast(planOf([job("one", "a"), job("one", "a"), job("two", "a")]), past)).toEqual({
    jobs: 3,
    scenarios: 2,
    agents: 1,
    trials: 1,
    judgeQuestions: 12,
    earlierRuns: 3,
    costUsd: { estimate: 2 + 2 + 7, lower: 1 + 1 + 7, upper: 3 + 3 + 7, unknownJobs: 0 },
    judgeCostUsd: { estimate: 0.75, lower: 0.75, upper: 0.75, unknownJobs: 0 },
    tokens: { estimate: 45, lower: 45, upper: 45, unknownJobs: 0 },
    agentMinutes: { estimate: 2 + 2 + 1, lower: 3, upper: 3 + 3 + 1, unknownJobs: 0 },
  });
});

test("a new scenario costs what its agent cost elsewhere, a new agent is unknown and left out", () => {
  const past = [reportOf(result("one", "a"), result("two", "a", { totalCostUsd: 3 }))];
  const found = forecast(planOf([job("new", "a"), job("one", "b")]), past);
  expect(found.costUsd).toEqual({ estimate: 2, lower: 1, upper: 3, unknownJobs: 1 });
  expect(found.earlierRuns).toBe(0);
});

test("where no run says so nothing is said", () => {
  const silent = result("one", "a", { totalCostUsd: null, tokenUsage: undefined, judgeCostUsd: undefined });
  expect(forecast(planOf([job("one", "a")]), [reportOf(silent)])).toMatchObject({
    costUsd: null,
    judgeCostUsd: null,
    tokens: null,
    agentMinutes: { estimate: 1 },
  });
});

test("rehearsals and runs that did not take place tell nothing", () => {
  const rehearsal = { ...reportOf(result("one", "a")), scripted: true } as Report;
  const absent = reportOf(result("one", "a", { outcomeClass: "notRun" }));
  expect(forecast(planOf([job("one", "a")]), [rehearsal, absent])).toMatchObject({ costUsd: null, earlierRuns: 0 });
});

test("of several trials each is a run, and what judging cost is known of the one that is shown", () => {
  const trial = (runId: string, costUsd: number, fields: object = {}) => ({
    runId,
    costUsd,
    tokens: 10,
    durationMs: 60_000,
    outcomeClass: "completed",
    ...fields,
  });
  const trials = [trial("run_1", 1), trial("run_2", 2), trial("run_3", 9, { outcomeClass: "notRun" })];
  const found = forecast(planOf([job("one", "a")]), [reportOf(result("one", "a", { trials }))]);
  expect(found).toMatchObject({ earlierRuns: 2, costUsd: { estimate: 1.5 }, judgeCostUsd: { estimate: 0.25 } });
  const past = [reportOf(result("one", "a", { trials }), result("one", "a", { judgeCostUsd: 0.75 }))];
  expect(forecast(planOf([job("one", "a")]), past).judgeCostUsd?.estimate).toBe(0.5);
});

describe("questions to judges", () => {
  const questions = (one: object, weights?: Plan["weights"]) => forecast(planOf([one], weights), []).judgeQuestions;

  test("are asked for each dimension with a weight, and for the goal where a check needs a judge", () => {
    expect(questions(job("one", "a"))).toBe(4);
    expect(questions(job("one", "a"), { ...defaultWeights, service: 0, goal_achievement: 0 })).toBe(2);
    expect(questions(job("one", "a", [{ check: "c", verify: "true" }]))).toBe(3);
    expect(questions(job("one", "a", [{ check: "c", verify: "true" }, { check: "d" }]))).toBe(4);
    expect(questions(job("one", "a"), null)).toBe(0);
  });

  test("go to every member of a panel, and rules cost none", () => {
    const panel = { id: "p", kind: "panel", members: [model, model, model] };
    const mixed = { ...judges, goal: panel, service: { id: "rules", kind: "rules" } };
    expect(questions({ ...job("one", "a"), judges: mixed })).toBe(5);
  });

  test("cost nothing to speak of where nothing is scored", () => {
    expect(forecast(planOf([job("one", "a")], null), [reportOf(result("one", "a"))]).judgeCostUsd).toBeNull();
  });
});
