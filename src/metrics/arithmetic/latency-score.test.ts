import fc from "fast-check";
import { expect, test } from "vitest";
import { latencyScore, normalizationMethods } from "./latency-score.ts";

const method = fc.constantFrom(...normalizationMethods);
const seconds = fc.double({ min: 0, max: 1e6, noNaN: true });
const threshold = fc.double({ min: 0.001, max: 1e4, noNaN: true });

test("a longer wait never scores higher, and shares stay between 0 and 1", () => {
  fc.assert(
    fc.property(method, seconds, seconds, threshold, (normalizationMethod, one, other, limit) => {
      const options = { normalize: true, normalizationMethod, threshold: limit };
      const [fast, slow] = [Math.min(one, other), Math.max(one, other)].map((latency) =>
        latencyScore(latency, options),
      );
      expect(fast).toBeGreaterThanOrEqual(slow as number);
      expect(slow).toBeGreaterThanOrEqual(0);
      expect(fast).toBeLessThanOrEqual(1);
    }),
  );
});

test("without a threshold above 0 there is no normalising", () => {
  expect(() => latencyScore(1, { normalize: true, threshold: 0 })).toThrow(RangeError);
  expect(latencyScore(1, { threshold: 0 })).toBe(1);
});

test("an unknown method is refused", () => {
  expect(() => latencyScore(1, { normalize: true, normalizationMethod: "cubic" as "linear" })).toThrow(/cubic/);
});
