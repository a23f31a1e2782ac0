import { describe, expect, test } from "vitest";
import type { AxisEvent } from "../core/run/event.ts";
import { evaluate, planWaves } from "./evaluate.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { baselineFrom } from "../report/baseline.ts";
import { compareReports } from "../report/compare.ts";
import { InterimLooks } from "../report/verdicts/interim-looks.ts";
import { buildRowReport, buildRowResults } from "../report/verdicts/rows.fixture.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

const always = fakeAgent({
  name: "always",
  entries: [{ type: "assistant", text: "done" }],
  outcome: { status: "completed", result: "done" },
});
const never = fakeAgent({
  name: "never",
  entries: [{ type: "assistant", text: "no" }],
  outcome: { status: "completed", result: "no" },
});
/** Passes two times in three: nothing decides for long. */
const sometimes = fakeAgent({
  name: "sometimes",
  entries: (task) => [{ type: "assistant", text: task.trial % 3 === 0 ? "no" : "done" }],
});

const untilDecided = { until: "decided" as const };

describe("trials until decided", () => {
  test("without it, all jobs are one wave, each on its own", () => {
    const plan = samplePlan({ scenarios: [sampleScenario()], agents: [always], judge: rulesJudge, trials: 3 });
    expect(planWaves(plan, undefined).map((wave) => wave.map((chain) => chain.length))).toEqual([[1, 1, 1]]);
  });

  test("six passes or three fails of a pair decide; the rest of its trials is left out and not missing", async () => {
    const plan = samplePlan({
      scenarios: [sampleScenario()],
      agents: [always, never, sometimes],
      judge: rulesJudge,
      trials: 9,
      overrides: untilDecided,
    });
    const events: AxisEvent[] = [];
    const report = await evaluate(plan, { store: memoryStore(), onEvent: (event) => events.push(event) });
    const [passing, failing, mixed] = report.results;
    expect(passing?.stoppedAt).toMatchObject({ trials: 6, decision: "good" });
    expect(failing?.stoppedAt).toMatchObject({ trials: 3, decision: "bad" });
    expect(mixed?.stoppedAt).toBeUndefined();
    expect([passing, failing, mixed].map((result) => result?.trials?.length)).toEqual([6, 3, 9]);
    expect(report.summary.classes).toMatchObject({ completed: 18, notRun: 0 });
    expect(report.state).toBe("complete");
    const left = events.flatMap((event) => (event.type === "cells-left-out" ? [event.cells.length] : []));
    expect(left.toSorted()).toEqual([3, 6]);
  });

  test("the pass rate of a stopped pair has an interval that holds at every look", async () => {
    const plan = samplePlan({
      scenarios: [sampleScenario()],
      agents: [always],
      judge: rulesJudge,
      trials: 20,
      overrides: untilDecided,
    });
    const { results, statistics } = await evaluate(plan, { store: memoryStore() });
    expect(results[0]?.stoppedAt?.passRate).toEqual({ lower: expect.closeTo((0.05 / 7) ** (1 / 6), 9), upper: 1 });
    expect(statistics?.[0]?.passAtK).toEqual({});
  });

  test("other rates to tell apart change when it is decided", async () => {
    const plan = samplePlan({
      scenarios: [sampleScenario()],
      agents: [always],
      judge: rulesJudge,
      trials: 20,
      overrides: { ...untilDecided, verdict: { sprt: { good: 0.99, bad: 0.3 } } },
    });
    const { results } = await evaluate(plan, { store: memoryStore() });
    expect(results[0]?.stoppedAt).toMatchObject({ trials: 2, decision: "good" });
  });

  test("a comparison is looked at after half of the trials, and stops there when that decides", async () => {
    const plan = samplePlan({
      scenarios: [sampleScenario()],
      agents: [always],
      judge: rulesJudge,
      trials: 5,
      overrides: untilDecided,
    });
    const asked: number[] = [];
    const isDecided = (answer: boolean) => (report: { results: readonly { trials?: unknown[] | undefined }[] }) => {
      asked.push(report.results[0]?.trials?.length ?? 0);
      return answer;
    };
    const stopped = await evaluate(plan, { store: memoryStore(), isDecided: isDecided(true) });
    const whole = await evaluate(plan, { store: memoryStore(), isDecided: isDecided(false) });
    expect(asked).toEqual([3, 3]);
    expect([stopped, whole].map(({ results }) => results[0]?.trials?.length)).toEqual([3, 5]);
  });

  test("a plan can be looked at more often, and stops at the first look that decides", async () => {
    const plan = samplePlan({
      scenarios: [sampleScenario()],
      agents: [always],
      judge: rulesJudge,
      trials: 9,
      overrides: untilDecided,
    });
    const asked: number[] = [];
    const report = await evaluate(plan, {
      store: memoryStore(),
      looks: [1, 2, 4],
      isDecided: ({ results }) => asked.push(results[0]?.trials?.length ?? 1) === 3,
    });
    expect(asked).toEqual([1, 2, 4]);
    expect([report.results[0]?.trials?.length, report.state]).toEqual([4, "complete"]);
  });
});

describe("looks at a comparison", () => {
  const steady = Object.fromEntries("abcdef".split("").map((key) => [key, [80, 81, 79, 80]]));
  const { baseline } = baselineFrom(buildRowReport(buildRowResults(steady), "then"), { name: "main", now: "n" });
  const looks = () =>
    new InterimLooks((report, alpha) => compareReports(baseline, report, { verdict: { alpha } }), 0.05);

  test("a change that is plain at half of the trials is decided there, at the level of the first look", () => {
    const worse = Object.fromEntries("abcdef".split("").map((key) => [key, [40, 41, 39, 40]]));
    const report = buildRowReport(buildRowResults(worse), "now");
    const both = looks();
    expect(both.isDecided(report)).toBe(true);
    const comparison = both.compareFinal(report);
    expect(comparison.look).toEqual({ number: 1, of: 2, alpha: expect.closeTo(0.00557, 5) });
    expect(comparison.verdicts[0]).toMatchObject({ verdict: "regressed", alpha: expect.closeTo(0.00557, 5) });
  });

  test("what stays open is judged at the end by what is left of the level", () => {
    const wild = Object.fromEntries("abcdef".split("").map((key) => [key, [60, 95, 70, 90]]));
    const report = buildRowReport(buildRowResults(wild), "now");
    const both = looks();
    expect(both.isDecided(report)).toBe(false);
    expect(both.compareFinal(report).look).toEqual({ number: 2, of: 2, alpha: expect.closeTo(0.04443, 5) });
  });
});
