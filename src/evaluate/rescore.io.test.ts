import { expect, test } from "vitest";
import type { Judge } from "../core/judge.ts";
import { Stop } from "../core/outcome.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import { defaultWeights } from "../core/score/weights.ts";
import { evaluate } from "./evaluate.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { rescore } from "./rescore.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

const good = fakeAgent({ name: "good", outcome: { status: "completed", result: "done" } });

/** Three stored trials, and a world to score them in. */
async function threeRuns() {
  const store = memoryStore();
  const plan = samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: rulesJudge, trials: 3 });
  const { reportId, results } = await evaluate(plan, { store });
  const files = results[0]?.trials?.map(({ file }) => file) ?? [];
  const details = await Promise.all(files.map((file) => store.readDetail(reportId, file)));
  const planned = details.map(({ scenarioKey, agentName, trial }) => ({
    scenario: scenarioKey,
    agent: agentName,
    trial,
  }));
  return { store, details, planned };
}

const worldOf = (judge: Judge, abort = new AbortController().signal) => ({
  judges: { goal: judge, environment: judge, service: judge, agent: judge },
  weights: defaultWeights,
  judging: { retries: 0, timeoutMs: 1000 },
  abort,
  now: () => new Date(0),
});

test("once it is stopped no further run is scored: the rest is counted, and journal and report agree", async () => {
  const { store, details, planned } = await threeRuns();
  const stop = new AbortController();
  const scored: number[] = [];
  const report = await rescore(
    {
      details,
      planned,
      onResult: ({ trial }) => {
        scored.push(trial);
        stop.abort(new Stop("user", "run", "stopped by Ctrl-C"));
      },
    },
    { ...worldOf(rulesJudge, stop.signal), store },
  );
  expect(scored).toEqual([1]);
  expect(report).toMatchObject({ state: "aborted", summary: { total: 1, classes: { completed: 1, notRun: 2 } } });
  await using handle = await store.resumeReport(report.reportId);
  const why = "there was no run to score, or scoring was stopped before it";
  expect(handle.steps.slice(1)).toMatchObject([
    ...planned.slice(1).map((cell) => ({ type: "not-run", data: { cell, why } })),
    { type: "report-closed", data: { state: "aborted" } },
  ]);
});

test.each([
  [{ isCutOff: true, given: 3 }, "complete", 0],
  [{ isCutOff: true, given: 2 }, "aborted", 1],
  [{ isCutOff: false, given: 2 }, "complete", 1],
])(
  "of three planned runs, with %j, the report is %s and %i did not run",
  async ({ isCutOff, given }, state, notRun) => {
    const { store, details, planned } = await threeRuns();
    const some: RunDetail[] = details.slice(0, given);
    const report = await rescore({ details: some, planned, isCutOff }, { ...worldOf(rulesJudge), store });
    expect(report).toMatchObject({ state, summary: { classes: { completed: given, notRun } } });
  },
);

test("a rescore classifies as the stored list of services says; a report without one gets the built-in list", async () => {
  const store = memoryStore();
  const deploy = fakeAgent({
    name: "deployer",
    entries: ["acme deploy", "grep https://api.acme.dev src", "curl host"].flatMap((command, index) => [
      { type: "tool_use" as const, id: `${index}`, tool: "Bash", input: { command } },
      { type: "tool_result" as const, id: `${index}`, output: "ok", isError: false },
    ]),
  });
  const scenarios = [{ ...sampleScenario(), services: ["acme", "api.acme.dev"] }];
  const plan = samplePlan({ scenarios, agents: [deploy], judge: rulesJudge });
  const { reportId, results } = await evaluate(plan, { store });
  const detail = await store.readDetail(reportId, results[0]!.file);
  const rescored = async (given: RunDetail) => {
    const report = await rescore({ details: [given] }, { ...worldOf(rulesJudge), store });
    return store.readDetail(report.reportId, report.results[0]!.file);
  };
  expect(detail.resolvedConfig.services).toEqual(expect.arrayContaining(["acme", "api.acme.dev", "curl"]));
  expect(detail.score?.service.interactionCount).toBe(2);
  expect((await rescored(detail)).score).toEqual(detail.score);

  const { services: _services, ...old } = detail.resolvedConfig;
  const again = await rescored({ ...detail, resolvedConfig: old });
  expect(again.score?.service.interactionCount).toBe(1);
  expect(again.stats.byCategory.service).toBe(1);
  expect(again.interactions.map(({ categories }) => categories.join())).toEqual([
    "environment",
    "environment",
    "environment,service",
  ]);
  expect(again.resolvedConfig.services).toEqual(
    detail.resolvedConfig.services?.filter((name) => !name.includes("acme")),
  );
});

test("a silent agent whose check holds has passed, without an AXIS Result", async () => {
  const silent = fakeAgent({ name: "silent", outcome: { status: "completed", result: "done" } });
  const check = { check: "It says done", weight: 1, verify: { contains: "done" } };
  const scenarios = [{ ...sampleScenario(), checks: [check] }];
  const plan = samplePlan({ scenarios, agents: [silent], judge: rulesJudge });
  const report = await evaluate(plan, { store: memoryStore() });
  expect(report).toMatchObject({
    results: [
      {
        status: "passed",
        score: {
          axisScore: null,
          reason: "no step was recorded: only the goal is known",
          goalAchievement: { score: 100 },
        },
        means: { axisScore: null, goalAchievement: 100 },
      },
    ],
    summary: { averageAxisScore: null, averagedOver: 0, statuses: { results: { passed: 1 } } },
  });
});
