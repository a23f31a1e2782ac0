import fc from "fast-check";
import { expect, test } from "vitest";
import { createBuckets } from "../route-deps.ts";

test("a burst passes, then one for each share of a minute", () => {
  let now = 0;
  const buckets = createBuckets({ burst: 2, perMinute: 60 }, () => now);
  expect([buckets.take("a"), buckets.take("a"), buckets.take("a")]).toEqual([0, 0, 1]);
  now = 1_000;
  expect([buckets.take("a"), buckets.take("a"), buckets.take("b")]).toEqual([0, 1, 0]);
});

test("looking takes nothing", () => {
  const buckets = createBuckets({ burst: 1, perMinute: 1 }, () => 0);
  expect([buckets.wait("a"), buckets.wait("a"), buckets.take("a"), buckets.wait("a")]).toEqual([0, 0, 0, 60]);
});

test("whatever the pauses, no more passes than the burst and what time gives", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 200 }), (pauses) => {
      let now = 0;
      const buckets = createBuckets({ burst: 5, perMinute: 60 }, () => now);
      let passed = 0;
      for (const pause of pauses) {
        now += pause;
        if (buckets.take("a") === 0) passed += 1;
      }
      expect(passed).toBeLessThanOrEqual(5 + now / 1_000 + 1e-6);
    }),
  );
});

test("more callers than can be remembered do not grow it for ever", () => {
  const buckets = createBuckets({ burst: 1, perMinute: 1 }, () => 0);
  const waits = Array.from({ length: 20_000 }, (_, at) => buckets.take(String(at)));
  expect(waits.filter((wait) => wait !== 0)).toEqual([]);
  expect(buckets.take("19999")).toBe(60);
});
