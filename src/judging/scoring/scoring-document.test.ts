/** Holds the rules a report states about itself. */
import { expect, test } from "vitest";
import { Report } from "../../core/report.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { dimensions } from "./dimensions.ts";
import { scoringDocument } from "./scoring-document.ts";

test("the document states weights, curve, thresholds and signals as published", () => {
  expect(scoringDocument(defaultWeights)).toEqual({
    weights: { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.2 },
    calibration: { median: 0.5, sigma: 0.4 },
    speedThresholdsMs: {
      environment: [500, 2000, 5000, 10000],
      service: [2000, 5000, 10000, 25000],
      agent: [2000, 5000, 15000, 30000],
    },
    signalWeights: {
      environment: { success: 0.7, speed: 0.3, weight: 0, relevance: 0, necessity: 0 },
      service: { success: 0.7, speed: 0.3, weight: 0, relevance: 0, necessity: 0 },
      agent: { success: 0.1, speed: 0.1, weight: 0.2, relevance: 0.2, necessity: 0.4 },
    },
    passMark: 75,
  });
});

test("it fits the report's schema, and is a copy nobody else holds", () => {
  const document = scoringDocument(defaultWeights);
  expect(Report.shape.scoring.parse(document)).toEqual(document);
  document.signalWeights.agent.necessity = 9;
  expect(dimensions.agent.signals.necessity).toBe(0.4);
});

test("the signal weights of every dimension sum to 1", () => {
  for (const { signals } of Object.values(dimensions)) {
    expect(Object.values(signals).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  }
});
