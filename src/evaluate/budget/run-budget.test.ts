/** Holds what a budget does for a plan: what is reserved for a first run, what measuring costs, what was cut off. */
import { describe, expect, test } from "vitest";
import { Stop } from "../../core/outcome.ts";
import type { Job, Plan } from "../../core/plan.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { RunBudget } from "./run-budget.ts";
import { Ticket } from "../../judging/budget/ticket.ts";
import { listUnknownCosts } from "./unknown-costs.ts";

const never = new AbortController().signal;
const prices = { "maker/model": { input: 1, output: 10 } };
const planOf = (runLimits: object, fields: object = {}) =>
  ({ runLimits, prices, jobs: [], weights: null, ...fields }) as unknown as Plan;
const budgetOf = (runLimits: object, fields: object = {}) =>
  new RunBudget(planOf(runLimits, fields), { onNear: () => {}, onReached: () => {} });
const jobOf = (tokens: number | undefined, model: string | undefined) =>
  ({ scenario: { key: "a", limits: { tokens } }, agent: { config: { model } } }) as unknown as Job;

describe("what is reserved for a run while nothing is known", () => {
  const held = async (job: Job, runLimits: object) => {
    const leave = await budgetOf(runLimits).admit(job, never);
    if (!(leave instanceof Ticket)) throw new Error("no leave");
    return [leave.held("usd"), leave.held("tokens")];
  };

  test("is its own limit in tokens, at the dearest price of its model", async () => {
    const limits = { cost_usd: 1, tokens: 50_000 };
    expect(await held(jobOf(10_000, "maker/model"), limits)).toEqual([0.1, 10_000]);
    expect(await held(jobOf(10_000, "maker/other"), limits)).toEqual([1, 10_000]);
    expect(await held(jobOf(10_000, undefined), limits)).toEqual([1, 10_000]);
    expect(await held(jobOf(undefined, "maker/model"), limits)).toEqual([1, 50_000]);
  });
});

describe("measuring a run", () => {
  const run = { runId: "run_1", scenarioKey: "a", judgeCostUsd: 0.25 } as RunDetail;

  test("costs what is added to its judging", async () => {
    const budget = budgetOf({ cost_usd: 1 });
    const measured = { ...run, judgeCostUsd: 0.75 };
    expect(await budget.measureWithinBudget(run, never, async () => measured)).toBe(measured);
    expect(budget.spent.judges.costUsd).toBe(0.5);
    expect(budget.isCutOff(measured)).toBe(false);
  });

  test("without leave it is stopped from the start, and counts as cut off", async () => {
    const budget = budgetOf({ cost_usd: 1 });
    await budget.measureWithinBudget(run, never, async () => ({ ...run, judgeCostUsd: 1.25 }));
    const reasons: unknown[] = [];
    const other = { ...run, runId: "run_2" };
    await budget.measureWithinBudget(other, never, async (until) => (reasons.push(until.reason), other));
    expect(reasons).toEqual([expect.any(Stop)]);
    expect(budget.isCutOff(other)).toBe(true);
    expect(budget.isCutOff({ ...run, outcomeClass: "completed" })).toBe(false);
    expect(budget.isCutOff({ ...run, outcomeClass: "judge" })).toBe(true);
  });

  test("a judge that failed by itself was not cut off", () => {
    expect(budgetOf({ cost_usd: 1 }).isCutOff({ ...run, outcomeClass: "judge" })).toBe(false);
  });
});

test("the report tells of each limit there is, and of no budget where there is none", () => {
  expect(budgetOf({}).document).toBeUndefined();
  expect(budgetOf({ tokens: 5, time_minutes: 2 }).document).toMatchObject({ tokens: 5, minutes: 2 });
  expect(budgetOf({ tokens: 5 }).document?.costUsd).toBeUndefined();
  expect(budgetOf({ cost_usd: 3 }).document).toMatchObject({ costUsd: 3 });
});

describe("what has no known price", () => {
  const job = (fields: object) => ({
    agent: { name: "worker", adapter: { reportsCost: true }, config: {} },
    judges: {},
    ...fields,
  });
  const unknown = (fields: object, weights: object | null = {}) =>
    listUnknownCosts(planOf({}, { jobs: [job(fields), job(fields)], weights }));

  test("is named once each: agents, judges with their members, and the model of metrics", () => {
    const silent = { name: "worker", adapter: {}, config: { model: "maker/other" } };
    const judge = { id: "j", costKnown: false, about: { model: "maker/x" } };
    expect(
      unknown({
        agent: silent,
        judges: {
          goal: judge,
          agent: { id: "p", members: [judge, { id: "k", costKnown: true }, { id: "m", costKnown: false }] },
        },
        metricJudge: { id: "maker/other" },
      }),
    ).toEqual([
      "worker: it does not report its cost, and the price of maker/other is unknown",
      "judge j: the price of maker/x is unknown",
      "judge m: it names no model whose price could be looked up",
      "metric model maker/other: its price is unknown",
    ]);
  });

  test("is nothing where the agent or the table knows it", () => {
    const priced = { name: "worker", adapter: {}, config: { model: "maker/model" } };
    expect(unknown({ agent: priced, metricJudge: { id: "maker/model" } })).toEqual([]);
    expect(unknown({})).toEqual([]);
  });

  test("an agent without a model has none to look up, and judges do not matter where nothing is scored", () => {
    const silent = { name: "worker", adapter: {}, config: {} };
    const judges = { goal: { id: "j", costKnown: false } };
    expect(unknown({ agent: silent, judges }, null)).toEqual([
      "worker: it does not report its cost, and it names no model whose price could be looked up",
    ]);
  });
});
