import { expect, test } from "vitest";
import type { ReviewItem } from "../../../src/report/review/review-answer.ts";
import { findFollowing, findNeighbor } from "./use-review.ts";

const itemOf = (runId: string): ReviewItem => ({
  key: runId,
  why: "close",
  runId,
  checkIndex: 0,
  check: "c",
  cites: [],
  scenario: "s",
  agent: "a",
  trial: 1,
  report: null,
});
const [a, b, c] = [itemOf("a"), itemOf("b"), itemOf("c")];

test("after a decision comes the next check, and at the end the one before", () => {
  expect(findFollowing([a, b, c], a)).toBe(b);
  expect(findFollowing([a, b, c], c)).toBe(b);
  expect(findFollowing([a], a)).toBeUndefined();
  expect(findFollowing([a, b], c)).toBe(a);
});

test("J and K stay at both ends, and lead into the queue from a check that does not wait", () => {
  expect(findNeighbor([a, b, c], a, 1)).toBe(b);
  expect(findNeighbor([a, b, c], a, -1)).toBe(a);
  expect(findNeighbor([a, b, c], c, 1)).toBe(c);
  expect(findNeighbor([a, b], c, 1)).toBe(a);
  expect(findNeighbor([], a, 1)).toBeNull();
});
