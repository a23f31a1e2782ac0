/** The budget of a whole run: nothing starts that does not fit, a stop loses nothing, and a larger one completes. */
import { describe, expect, test } from "vitest";
import type { AxisEvent } from "../core/run/event.ts";
import type { Judge } from "../core/judge.ts";
import type { Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { Store } from "../core/store.ts";
import { evaluate } from "./evaluate.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent, type FakeScript } from "../testing/fake-agent.ts";
import { fakeJudge, fullMarks } from "../testing/fake-judge.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

const usage = { input: 80, output: 20 };
const agent = (script: Partial<FakeScript> = {}) =>
  fakeAgent({
    name: "priced",
    reportsCost: true,
    entries: [{ type: "assistant", text: "done" }],
    usage,
    costUsd: 0.1,
    outcome: { status: "completed", result: "done" },
    ...script,
  });

/** A judge that answers everything, at this price per answer; null is a price nobody knows. */
function dear(costUsd: number | null, options: Partial<Judge> = {}) {
  const reply: Parameters<typeof fakeJudge>[0]["goal"] = (question) => ({
    ...fullMarks(question),
    spending: { calls: 1, costUsd, tokenUsage: { input: 9, output: 1 } },
  });
  return fakeJudge({ goal: reply, environment: reply, service: reply, agent: reply }, { kind: "model", ...options });
}

interface Scene {
  readonly scenarios?: number;
  readonly script?: Partial<FakeScript>;
  readonly judge?: Judge;
  readonly limits?: Plan["runLimits"];
  readonly overrides?: Partial<Plan>;
}

function planOf({ scenarios = 10, script, judge = rulesJudge, limits = {}, overrides }: Scene): Plan {
  // The rules decide what is verified; a judge that is paid decides the rest.
  const checks = judge === rulesJudge ? {} : { checks: [{ check: "It is done", weight: 1 }] };
  const keys = Array.from({ length: scenarios }, (_, index) => sampleScenario({ key: `s${index}`, ...checks }));
  return samplePlan({
    scenarios: keys,
    agents: [agent(script)],
    judge,
    overrides: { runLimits: limits, ...overrides },
  });
}

async function run(scene: Scene, store: Store = memoryStore(), resume?: string) {
  const events: AxisEvent[] = [];
  const handle = resume === undefined ? {} : { handle: await store.resumeReport(resume) };
  const report = await evaluate(planOf(scene), { store, onEvent: (event) => events.push(event), ...handle });
  const warnings = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  const starts = events.filter((event) => event.type === "run-state" && event.state === "starting").length;
  return { report, warnings, starts };
}

function classes({ summary }: Report) {
  const { completed, notRun, judge } = summary.classes;
  return { completed, notRun, judge };
}

describe.each([1, 15])("at concurrency %i", (concurrency) => {
  test("a budget in money stops cleanly: what ran is whole, the rest did not run, and no more was spent than fitted", async () => {
    const { report, starts, warnings } = await run({ limits: { cost_usd: 0.45 }, overrides: { concurrency } });
    expect(classes(report)).toEqual({ completed: 4, notRun: 6, judge: 0 });
    expect([report.state, starts]).toEqual(["aborted", 4]);
    expect(report.budget).toMatchObject({ costUsd: 0.45, spent: { agents: { costUsd: 0.4, tokens: 400 } } });
    expect(report.budget?.stopped).toContain("the budget has only $0.05 left");
    expect(report.results[9]?.outcome).toMatchObject({ status: "stopped", by: "cost", scope: "run" });
    expect(warnings).toEqual(["$0.4 of the budget of $0.45 spent"]);
  });

  test("a budget in tokens holds for agents and judges together", async () => {
    const limits = { tokens: 500 };
    const { report } = await run({ limits, judge: dear(0.01), overrides: { concurrency } });
    const { agents, judges } = report.budget?.spent ?? {};
    // Each run takes 100 tokens, and its judges 10 for each question.
    expect((agents?.tokens ?? 0) + (judges?.tokens ?? 0)).toBeLessThanOrEqual(500 + 100 * concurrency);
    expect(agents?.tokens).toBeLessThan(1000);
    expect(report.state).toBe("aborted");
  });

  test("a larger budget completes the report, repeats nothing, and counts what was spent before", async () => {
    const store = memoryStore();
    const before = await run({ limits: { cost_usd: 0.45 }, overrides: { concurrency } }, store);
    const after = await run({ limits: { cost_usd: 5 }, overrides: { concurrency } }, store, before.report.reportId);
    expect(classes(after.report)).toEqual({ completed: 10, notRun: 0, judge: 0 });
    expect([after.report.state, after.starts]).toEqual(["complete", 6]);
    expect(after.report.budget?.spent.agents).toMatchObject({ costUsd: 1, tokens: 1000 });
    expect(after.report.budget?.stopped).toBeUndefined();
  });

  test("agents and judges stand apart, and sum to what the results say", async () => {
    const { report } = await run({ limits: { cost_usd: 100 }, judge: dear(0.01), overrides: { concurrency } });
    const { agents, judges } = report.budget?.spent ?? {};
    expect(agents?.costUsd).toBe(1);
    expect(judges?.costUsd).toBe(report.summary.judging?.costUsd);
    expect(judges?.costUsd).toBeGreaterThan(0);
  });
});

test("the same budget again runs nothing more", async () => {
  const store = memoryStore();
  const before = await run({ limits: { cost_usd: 0.4 } }, store);
  const after = await run({ limits: { cost_usd: 0.4 } }, store, before.report.reportId);
  expect([after.starts, after.report.state]).toEqual([0, "aborted"]);
  expect(after.report.budget?.spent.agents.costUsd).toBe(0.4);
});

test("running work is stopped when the limit is reached, and the run takes place again later", async () => {
  const endless: Partial<FakeScript> = {
    ending: "abort",
    act: (_, io) => io.usage({ input: 900, output: 100 }, 2),
  };
  const store = memoryStore();
  const { report } = await run({ scenarios: 3, limits: { cost_usd: 1 }, script: endless }, store);
  expect(classes(report)).toEqual({ completed: 0, notRun: 3, judge: 0 });
  expect(report.budget).toMatchObject({
    stopped: "the run reached its limit of $1",
    spent: { agents: { costUsd: 2 } },
  });
  const after = await run({ scenarios: 3, limits: { cost_usd: 10 } }, store, report.reportId);
  expect(classes(after.report)).toEqual({ completed: 3, notRun: 0, judge: 0 });
  expect(after.report.budget?.spent.agents.costUsd).toBeCloseTo(2.3, 9);
});

test("a run that could not be judged for lack of money is judged later, and its agent is not started again", async () => {
  const store = memoryStore();
  const before = await run({ scenarios: 1, limits: { cost_usd: 0.11 }, judge: dear(0.02) }, store);
  expect(before.report).toMatchObject({
    state: "aborted",
    results: [{ outcomeClass: "judge", score: { axisScore: null } }],
  });
  expect(before.report.budget?.stopped).toBe("the run reached its limit of $0.11");
  const after = await run({ scenarios: 1, limits: { cost_usd: 1 }, judge: dear(0.02) }, store, before.report.reportId);
  expect([after.starts, after.report.state]).toEqual([0, "complete"]);
  expect(after.report.results[0]?.score?.axisScore).toBeGreaterThan(90);
  const { agents, judges } = after.report.budget?.spent ?? {};
  expect(agents?.costUsd).toBe(0.1);
  // What the judges had spent before they were stopped counts too.
  expect(judges?.costUsd).toBeGreaterThan(after.report.summary.judging?.costUsd ?? 0);
});

test("retries count", async () => {
  const failing: Partial<FakeScript> = { outcome: { status: "failed", code: "network", message: "down" } };
  const events: AxisEvent[] = [];
  const plan = planOf({ scenarios: 1, script: failing, limits: { cost_usd: 0.25 }, overrides: { retries: 5 } });
  const report = await evaluate(plan, {
    store: memoryStore(),
    wait: async () => {},
    onEvent: (event) => events.push(event),
  });
  expect(events.filter((event) => event.type === "run-state" && event.state === "starting")).toHaveLength(2);
  expect(report.results[0]).toMatchObject({ outcomeClass: "infrastructure", earlierAttempts: [{ code: "network" }] });
  expect(report.budget?.spent.agents.costUsd).toBe(0.2);
});

test("minutes of the whole run stop what goes on, and are said", async () => {
  const { report } = await run({ scenarios: 2, limits: { time_minutes: 0.002 }, script: { ending: "abort" } });
  expect(report.budget?.stopped).toBe("the run reached its limit of 0.002 min");
  expect(classes(report)).toEqual({ completed: 0, notRun: 2, judge: 0 });
});

describe("costs that are not known", () => {
  test("are a mistake before anything runs, each named", async () => {
    const scene: Scene = {
      limits: { cost_usd: 1 },
      script: { reportsCost: false },
      judge: dear(null, { id: "who/knows", costKnown: false }),
    };
    await expect(run(scene)).rejects.toMatchObject({
      code: "budget-unknown",
      message: expect.stringMatching(/priced: it does not report.*\n.*judge who\/knows/),
      hint: expect.stringContaining("--allow-unknown-cost"),
    });
  });

  test("are no mistake without a budget in money", async () => {
    const { report } = await run({ scenarios: 1, limits: { tokens: 10_000 }, script: { reportsCost: false } });
    expect(report.state).toBe("complete");
  });

  test("go on where that is allowed, and stay unknown", async () => {
    const allowed = { overrides: { allowUnknownCost: true } };
    const unknown = { entries: [{ type: "assistant", text: "done" }], usage, act: () => {} } as const;
    const plan = planOf({ scenarios: 3, limits: { cost_usd: 1 }, ...allowed });
    const silent = fakeAgent({ name: "priced", ...unknown, outcome: { status: "completed", result: "done" } });
    const jobs = plan.jobs.map((job) => ({ ...job, agent: { ...job.agent, adapter: silent } }));
    const report = await evaluate({ ...plan, jobs }, { store: memoryStore() });
    expect(report).toMatchObject({ state: "complete", budget: { spent: { agents: { costUsd: null, unknown: 3 } } } });
  });

  test("of a model with a price in the settings are known, and marked as made from the table", async () => {
    const plan = planOf({
      scenarios: 1,
      limits: { cost_usd: 1 },
      overrides: { prices: { "x/mine": { input: 1000, output: 1000 } } },
    });
    const silent = fakeAgent({
      name: "priced",
      usage,
      entries: [{ type: "assistant", text: "done" }],
      outcome: { status: "completed", result: "done" },
    });
    const jobs = plan.jobs.map((job) => ({
      ...job,
      agent: { ...job.agent, adapter: silent, config: { agent: "priced", model: "mine" } },
    }));
    const report = await evaluate({ ...plan, jobs }, { store: memoryStore() });
    expect(report.results[0]).toMatchObject({ totalCostUsd: 0.1, costFrom: "prices" });
    expect(report.budget?.spent.agents.costUsd).toBe(0.1);
  });
});
