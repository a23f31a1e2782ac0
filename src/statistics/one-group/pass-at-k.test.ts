/** Holds pass@k and pass^k to what they estimate. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { meanPassAtK, meanPassHatK, passAtK, passHatK } from "./pass-at-k.ts";

function choose(n: number, k: number): number {
  let ways = 1;
  for (let step = 1; step <= k; step += 1) ways = (ways * (n - k + step)) / step;
  return ways;
}

/** The mean of both over all numbers of passes, each as likely as the rate makes it. */
function averageOver(n: number, k: number, p: number) {
  let [at, hat] = [0, 0];
  for (let c = 0; c <= n; c += 1) {
    const chance = choose(n, c) * p ** c * (1 - p) ** (n - c);
    at += chance * passAtK(n, c, k)!;
    hat += chance * passHatK(n, c, k)!;
  }
  return { at, hat };
}

test("both are right on average, for every rate and every n up to 8", () => {
  for (let n = 1; n <= 8; n += 1)
    for (let k = 1; k <= n; k += 1)
      for (const p of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
        const { at, hat } = averageOver(n, k, p);
        expect(Math.abs(at - (1 - (1 - p) ** k))).toBeLessThan(1e-12);
        expect(Math.abs(hat - p ** k)).toBeLessThan(1e-12);
      }
});

test("all k passing is never likelier than one of them, and one pass more never lowers either", () => {
  const tries = fc
    .integer({ min: 1, max: 400 })
    .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));
  fc.assert(
    fc.property(tries, ([n, c, k]) => {
      const [at, hat] = [passAtK(n, c, k)!, passHatK(n, c, k)!];
      expect(0 <= hat && hat <= at && at <= 1).toBe(true);
      if (c === n) return;
      expect(passAtK(n, c + 1, k)).toBeGreaterThanOrEqual(at);
      expect(passHatK(n, c + 1, k)).toBeGreaterThanOrEqual(hat);
    }),
    { numRuns: 1000 },
  );
});

test("one try is the rate itself", () => {
  expect([passAtK(49, 13, 1), passHatK(49, 13, 1)]).toEqual([13 / 49, 13 / 49]);
});

test("thousands of tries need no factorial", () => {
  expect(passAtK(10_000, 5000, 3)).toBeCloseTo(0.875, 3);
});

test("fewer tries than k say nothing, not even on average", () => {
  expect(passAtK(2, 2, 3)).toBeNull();
  expect(passHatK(0, 0, 1)).toBeNull();
  expect(
    meanPassAtK(
      [
        [5, 5],
        [2, 2],
      ],
      3,
    ),
  ).toBeNull();
  expect(meanPassHatK([], 1)).toBeNull();
});

test("means are over cells, whatever their size", () => {
  expect(
    meanPassAtK(
      [
        [2, 1],
        [4, 4],
      ],
      1,
    ),
  ).toBe(0.75);
  expect(
    meanPassAtK(
      [
        [2, 1],
        [4, 4],
      ],
      2,
    ),
  ).toBe(1);
});
