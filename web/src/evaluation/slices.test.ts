import { expect, test } from "vitest";
import { findTint } from "./slices.tsx";

const shares = { mean: 0.8, distribution: [] };

test.each([
  [0.3, 0],
  [-0.01, 0],
  [-0.02, 1],
  [-0.1, 3],
  [-0.5, 5],
])("a slice at a distance of %d has tint %i", (distance, tint) => {
  expect(findTint(distance, shares)).toBe(tint);
});

test("a distance in seconds counts relative to the mean, and a mean of 0 gives no tint", () => {
  expect(findTint(-0.5, { mean: 10, distribution: null })).toBe(2);
  expect(findTint(-0.5, { mean: 0, distribution: null })).toBe(0);
});
