import { describe, expect, test } from "vitest";
import { evaluateDataset } from "./evaluate-dataset.ts";
import { fragile, judgedLength, sameLetters, scriptedModel } from "./evaluation/evaluation.fixture.ts";
import { itemFromRun } from "./item-from-run.ts";
import { measureRun } from "./measure-run.ts";
import { Latency } from "./heuristic/latency.ts";
import { sampleDetail } from "../testing/store-samples.ts";

const abort = new AbortController().signal;
const detail = { ...sampleDetail([{ type: "assistant", timestamp: null, text: "abxx" }]), durationMs: 2500 };
const spoken = {
  ...detail,
  outcome: { status: "completed", result: "abxx" } as const,
  output: { ...detail.output, result: "abxx" },
};
const scenario = { metrics: { expected_output: "abcd" } };

describe("the metrics of a run", () => {
  test("are in points, and agree with those of the same data as a dataset item", async () => {
    const judge = scriptedModel(() => ({ score: 0.25 }));
    const metrics = [sameLetters(), judgedLength()];
    const measured = await measureRun(spoken, { metrics, scenario, judge, abort });
    const { results } = await evaluateDataset([itemFromRun(spoken, scenario)], metrics, { judge });
    expect(measured.metrics?.map(({ score, passed }) => [score, passed])).toEqual([
      [50, true],
      [25, false],
    ]);
    expect(results[0]?.scoreResults.map(({ score }) => (score ?? 0) * 100)).toEqual(
      measured.metrics?.map(({ score }) => score),
    );
    expect(results[0]?.scoreResults.map(({ signals }) => signals)).toEqual(
      measured.metrics?.map(({ signals }) => signals),
    );
  });

  test("a latency keeps its seconds as the reading, and its points fall off by the threshold", async () => {
    const { metrics } = await measureRun(spoken, { metrics: [Latency({ threshold: 2.5 })], scenario: {}, abort });
    expect(metrics?.[0]).toMatchObject({ reading: { amount: 2.5, unit: "s" }, passed: false });
    expect(metrics?.[0]?.score).toBeCloseTo(100 * Math.exp(-1), 9);
    expect(metrics?.[0]?.threshold).toBeCloseTo(100 * Math.exp(-1), 9);
  });

  test("one that fails, or does not apply, says why and touches nothing else", async () => {
    const broken = {
      ...spoken,
      outcome: { status: "completed", result: "break" } as const,
      output: { ...spoken.output, result: "break" },
    };
    const measured = await measureRun(broken, { metrics: [fragile(), sameLetters()], scenario: {}, abort });
    expect(measured.metrics?.map(({ status, score, reason }) => [status, score, typeof reason])).toEqual([
      ["failed", null, "string"],
      ["not-applicable", null, "string"],
    ]);
    expect(measured.score).toEqual(broken.score);
  });

  test("what judged metrics cost is part of the run's judging; an unknown price makes it unknown", async () => {
    const metrics = [sameLetters(), judgedLength()];
    const before = { ...spoken, judgeCostUsd: 0.02, judgeTokenUsage: { input: 10, output: 1 } };
    const judge = scriptedModel(() => ({ score: 1 }));
    const known = await measureRun(before, { metrics, scenario, judge, abort });
    expect(known.judgeCostUsd).toBeCloseTo(0.03, 9);
    expect(known.judgeTokenUsage).toMatchObject({ input: 100, output: 11 });
    const priceless = scriptedModel(() => ({ score: 1 }), { spending: { costUsd: null, calls: 1 } });
    expect((await measureRun(before, { metrics, scenario, judge: priceless, abort })).judgeCostUsd).toBeNull();
    const free = await measureRun(before, { metrics: [sameLetters()], scenario, abort });
    expect([free.judgeCostUsd, free.judgeTokenUsage]).toEqual([0.02, before.judgeTokenUsage]);
  });

  test("there is none where none is asked for", async () => {
    expect(await measureRun(spoken, { metrics: [], scenario, abort })).toBe(spoken);
  });
});
