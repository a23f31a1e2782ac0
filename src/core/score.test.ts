import fc from "fast-check";
import { expect, test } from "vitest";
import { combine, failed, notApplicable, scored } from "./score.ts";

test("a weighted mean", () => {
  expect(
    combine([
      { score: scored(100), weight: 0.4 },
      { score: scored(50), weight: 0.6 },
    ]),
  ).toEqual(scored(70));
});

test("what failed makes the whole unknown", () => {
  expect(
    combine([
      { score: scored(100), weight: 1 },
      { score: failed("judge down"), weight: 0.1 },
    ]),
  ).toEqual(failed("judge down"));
});

test("what failed without weight does not matter", () => {
  expect(
    combine([
      { score: scored(80), weight: 1 },
      { score: failed("judge down"), weight: 0 },
    ]),
  ).toEqual(scored(80));
});

test("nothing at all has no mean", () => {
  expect(combine([])).toEqual(notApplicable("nothing applied"));
});

const part = fc.record({
  score: fc.integer({ min: 0, max: 100 }).map((value) => scored(value)),
  weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
});

test("what does not apply never moves a mean", () => {
  fc.assert(
    fc.property(fc.array(part), fc.double({ min: 0, max: 1, noNaN: true }), (parts, weight) => {
      expect(combine([...parts, { score: notApplicable("no call"), weight }])).toEqual(combine(parts));
    }),
  );
});

test("a mean stays between its least and its greatest part", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      const mean = combine(parts);
      const values = parts.map(({ score }) => (score.status === "scored" ? score.value : Number.NaN));
      expect(
        mean.status === "scored" &&
          mean.value >= Math.min(...values) - 1e-9 &&
          mean.value <= Math.max(...values) + 1e-9,
      ).toBe(true);
    }),
  );
});
