/** Holds the published speed tiers: every duration has one, and longer is never faster. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Category } from "../../core/score/category.ts";
import { speedScore, speedThresholdsMs } from "./speed.ts";

const rows: readonly (readonly [Category[], number, number])[] = [
  [["environment"], 500, 1],
  [["environment"], 501, 0.9],
  [["environment"], 2_000, 0.9],
  [["environment"], 5_000, 0.8],
  [["environment"], 10_000, 0.6],
  [["environment"], 10_001, 0.4],
  [["service"], 2_000, 1],
  [["service"], 5_000, 0.9],
  [["service"], 10_000, 0.8],
  [["service"], 25_000, 0.6],
  [["service"], 25_001, 0.4],
  [["agent"], 2_000, 1],
  [["agent"], 5_000, 0.9],
  [["agent"], 15_000, 0.8],
  [["agent"], 30_000, 0.6],
  [["agent"], 30_001, 0.4],
  [["environment", "service"], 2_000, 1],
  [["service", "environment"], 2_001, 0.9],
];

test.each(rows)("%j at %d ms has speed %d", (categories, durationMs, speed) => {
  expect(speedScore({ categories, durationMs })).toBe(speed);
});

test("an unknown or zero duration counts as fast", () => {
  expect(speedScore({ categories: ["environment"], durationMs: null })).toBe(1);
  expect(speedScore({ categories: ["environment"], durationMs: 0 })).toBe(1);
  expect(speedScore({ categories: ["environment"], durationMs: NaN })).toBe(1);
});

const anyCategory = fc.constantFrom(...(Object.keys(speedThresholdsMs) as Category[]));
const anyDuration = fc.double({ min: 0, max: 100_000, noNaN: true });

test("every duration has one of the five speeds, and a longer one is never faster", () => {
  fc.assert(
    fc.property(anyCategory, anyDuration, anyDuration, (category, one, other) => {
      const speed = (durationMs: number) => speedScore({ categories: [category], durationMs });
      expect([1, 0.9, 0.8, 0.6, 0.4]).toContain(speed(one));
      expect(speed(Math.max(one, other))).toBeLessThanOrEqual(speed(Math.min(one, other)));
    }),
  );
});
