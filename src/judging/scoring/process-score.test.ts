/** Holds that a dimension counts only the signals that have a weight in it. */
import { expect, test } from "vitest";
import { dimensions } from "./dimensions.ts";
import { processScore } from "./process-score.ts";
import { sampleEvidence } from "./sample-evidence.ts";

const { interactions } = sampleEvidence([{ categories: ["environment"], durationMs: 100 }]);
const id = interactions[0]!.id;

test("numbers that a judge gave without being asked have no value in a dimension that does not weigh them", () => {
  const audits = new Map([[id, { rationale: "", success: 1, weight: 0.2, contextRelevance: 0.3 }]]);
  const necessity = { rationale: "", score: 0.4, unnecessaryIds: [] };
  const { raw, result } = processScore(dimensions.environment, interactions, { audits, necessity, failure: null });
  expect(raw).toEqual({ success: 1, speed: 1, weight: null, relevance: null, necessity: null });
  expect(result.score).toBe(96);
});

test("a signal that counts and has no value leaves the dimension unscored, and is named", () => {
  const audits = new Map([[id, { rationale: "", success: 1, contextRelevance: 1 }]]);
  const necessity = { rationale: "", score: 1, unnecessaryIds: [] };
  const { result } = processScore(dimensions.agent, interactions, { audits, necessity, failure: null });
  expect(result).toMatchObject({ status: "unscored", score: null, reason: "weight has no value" });
});

test.each([dimensions.environment, dimensions.service])(
  "in $id success weighs 0.7 and speed 0.3: a half and all of it are raw 0.65, which is 74 points",
  (dimension) => {
    const pool = sampleEvidence([{ categories: [dimension.id], durationMs: 100 }]).interactions;
    const audits = new Map([[1, { rationale: "", success: 0.5 }]]);
    const { result } = processScore(dimension, pool, { audits, necessity: null, failure: null });
    expect(result).toMatchObject({ status: "scored", score: 74 });
  },
);
