import { expect, test } from "vitest";
import type { PageEvaluation } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import { describeEvaluation, describeWorstSlice, measureDistance } from "./describe-evaluation.ts";

function metric(mean: number | null, { scored = 100, spread = 0.02, lowerIsBetter = false, name = "Match" } = {}) {
  const ci95 = mean === null ? null : { lower: mean - spread, upper: mean + spread };
  const distribution = Array.from({ length: 10 }, () => 0);
  return { key: "match", name, mean, ci95, scored, lowerIsBetter, distribution } as unknown as MetricSummary;
}

function evaluation(change: Partial<PageEvaluation>, metrics = [metric(0.7)]): PageEvaluation {
  return {
    verdict: { ok: true, word: "PASS", reasons: [] },
    summary: { items: 100, metrics, slices: [], warnings: [] },
    ...change,
  } as unknown as PageEvaluation;
}

function gate(limited: readonly string[], missed: readonly string[]): PageEvaluation["gate"] {
  return { limits: limited.map((name) => ({ shown: name, target: name, gate: { mean: 0.8 } })), missed };
}

test.each([
  [["a", "b", "c"], ["a", "b"], "2 of 3 metrics miss what they must have."],
  [["a", "b"], ["a"], "1 of 2 metrics misses what they must have."],
  [["a"], ["a"], "The metric misses what it must have."],
])("with limits for %o, of which %o are missed: %s", (limited, missed, sentence) => {
  const verdict = { ok: false, word: "FAIL", reasons: ["a mean 0.7 is below 0.8"] } as const;
  expect(describeEvaluation(evaluation({ verdict, gate: gate(limited, missed) }))).toBe(sentence);
});

test("says what was measured where nothing is decided", () => {
  const verdict = { ok: true, word: "MEASURED", reasons: [] } as const;
  expect(describeEvaluation(evaluation({ verdict }))).toBe("100 items measured with 1 metric.");
  expect(describeEvaluation(evaluation({ gate: gate(["a", "b"], []) }))).toBe(
    "Every metric reaches what it must have.",
  );
});

test("names the slice that costs most, and the mean without it", () => {
  const slice = (value: string, mean: number, scored: number) => ({
    field: "metadata.topic",
    value,
    metrics: [metric(mean, { scored })],
  });
  const slices = [slice("auth", 0.69, 50), slice("webhooks", 0.4, 20), slice("cli", 0.3, 2)];
  const summary = { items: 100, metrics: [metric(0.7)], slices, warnings: [] };
  expect(describeWorstSlice(evaluation({ summary }))).toBe(
    "Items with topic webhooks are furthest behind: 0.400 in Match; without them the mean would be 0.775.",
  );
  expect(describeWorstSlice(evaluation({}))).toBeNull();
});

test("a distance is negative where a slice is worse, also where less is better", () => {
  const slice = { field: "f", value: "v", metrics: [metric(0.9)] };
  expect(measureDistance(slice, metric(0.7))).toMatchObject({ isProven: true });
  expect(measureDistance(slice, metric(0.7))?.distance).toBeCloseTo(0.2);
  expect(measureDistance(slice, metric(0.7, { lowerIsBetter: true }))?.distance).toBeCloseTo(-0.2);
  expect(measureDistance(slice, metric(0.89))?.isProven).toBe(false);
  expect(measureDistance(slice, metric(null))).toBeNull();
});
