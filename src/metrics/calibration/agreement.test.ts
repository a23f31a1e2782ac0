import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureAgreement } from "./agreement.ts";
import { findBetterThreshold } from "./better-threshold.ts";
import { type Label, parseLabel } from "./label.ts";

const blank: Label = {
  id: "",
  query: null,
  output: null,
  expected: null,
  human: null,
  judge: null,
  reason: null,
  notes: null,
};
const label = (human: number | null, judge: number | null, more: Partial<Label> = {}): Label => ({
  ...blank,
  human,
  judge,
  ...more,
});
const many = (count: number, human: number, judge: number) => Array.from({ length: count }, () => label(human, judge));

describe("agreement", () => {
  const found = measureAgreement([...many(40, 1, 0.9), ...many(10, 1, 0.2), ...many(5, 0, 0.8), ...many(45, 0, 0)]);

  test("counts, shares and kappa are those of the table", () => {
    expect(found).toMatchObject({
      n: 100,
      truePositives: 40,
      falseNegatives: 10,
      falsePositives: 5,
      trueNegatives: 45,
      baseRate: 0.5,
      accuracy: { value: 0.85 },
      sensitivity: 0.8,
      specificity: 0.9,
      reading: "good",
      warnings: [],
    });
    expect(found.kappa.value).toBeCloseTo(0.7, 12);
    expect(found.precision).toBeCloseTo(40 / 45, 12);
  });

  test("every measure lies within its bounds", () => {
    for (const { value, lower, upper } of [found.kappa, found.ac1, found.alpha, found.accuracy]) {
      expect(lower).toBeLessThan(value ?? Number.NaN);
      expect(upper).toBeGreaterThan(value ?? Number.NaN);
    }
  });

  test("the same labels give the same bounds", () => {
    const labels = [...many(9, 1, 1), ...many(3, 0, 1), ...many(8, 0, 0)];
    expect(measureAgreement(labels)).toEqual(measureAgreement(labels));
  });

  test("at an extreme base rate kappa and AC1 part, and both are there", () => {
    const rare = measureAgreement([...many(90, 1, 1), ...many(5, 1, 0), ...many(5, 0, 1)]);
    expect(rare.kappa.value).toBeLessThan(0);
    expect(rare.ac1.value).toBeGreaterThan(0.88);
    expect(rare.specificity).toBe(0);
    expect(rare.warnings).toHaveLength(2);
  });

  test("what cannot be told is null, never a stand-in", () => {
    const one = measureAgreement(many(12, 1, 1));
    expect(one).toMatchObject({
      kappa: { value: null, lower: null },
      specificity: null,
      reading: null,
      accuracy: { value: 1 },
    });
    expect(one.warnings[0]).toContain("kappa cannot be computed");
    expect(measureAgreement([])).toMatchObject({ n: 0, baseRate: null, accuracy: { value: null }, f1: null });
  });

  test("records without a label count for the mean, and for nothing else", () => {
    const labels = [...many(10, 1, 0.8), ...many(10, 0, 0.4), ...Array.from({ length: 80 }, () => label(null, 0.6))];
    const { n, correctedMean } = measureAgreement(labels);
    expect(n).toBe(20);
    // The judge's mean of 0.6, moved by 0.5 - 0.6.
    expect(correctedMean.value).toBeCloseTo(0.5, 12);
    expect(correctedMean.lower).toBeLessThan(0.5);
  });

  test("the mean as people would say stays within what they can say, however few they are", () => {
    const { correctedMean } = measureAgreement([label(1, 0.1), label(0, 0), label(1, 0.2), label(null, 0.9)]);
    expect(correctedMean).toMatchObject({ lower: expect.any(Number) as number, upper: 1 });
    expect(correctedMean.lower).toBeGreaterThanOrEqual(0);
  });

  test("on a scale a near miss counts less than a far one", () => {
    const near = measureAgreement([...many(10, 5, 4), ...many(10, 1, 1), ...many(10, 3, 3)], { scale: [1, 5] });
    const far = measureAgreement([...many(10, 5, 1), ...many(10, 1, 1), ...many(10, 3, 3)], { scale: [1, 5] });
    expect(near.weightedKappa?.value).toBeGreaterThan(far.weightedKappa?.value ?? Number.NaN);
    expect(near.threshold).toBe(3);
  });

  test("those who differ are named, the lenient and the strict apart", () => {
    const { tooLenient, tooStrict } = measureAgreement([
      label(0, 1, { id: "a", reason: "looked fine", notes: "wrong year" }),
      label(1, 0.1, { id: "b" }),
      label(1, 1, { id: "c" }),
    ]);
    expect(tooLenient).toEqual([{ id: "a", judge: 1, reason: "looked fine", notes: "wrong year" }]);
    expect(tooStrict.map(({ id }) => id)).toEqual(["b"]);
  });

  test("counts sum to n, and swapping pass and fail swaps sensitivity and specificity", () => {
    const anyLabel = fc.record({ human: fc.constantFrom(0, 1), judge: fc.constantFrom(0, 1) });
    fc.assert(
      fc.property(fc.array(anyLabel, { maxLength: 30 }), (pairs) => {
        const one = measureAgreement(pairs.map(({ human, judge }) => label(human, judge)));
        const other = measureAgreement(pairs.map(({ human, judge }) => label(1 - human, 1 - judge)));
        const { truePositives, trueNegatives, falsePositives, falseNegatives, n } = one;
        expect(truePositives + trueNegatives + falsePositives + falseNegatives).toBe(n);
        expect(other.sensitivity).toBe(one.specificity);
        const [first, second] = [one.kappa.value, other.kappa.value];
        if (first === null) expect(second).toBeNull();
        else expect(second).toBeCloseTo(first, 9);
      }),
      { numRuns: 25 },
    );
  });
});

test("a better threshold is offered from 40 records on, with what it is worth on the half it was not chosen by", () => {
  const pairs = [...many(30, 1, 0.4), ...many(30, 0, 0.1)].map(({ human, judge }) => ({
    human: human ?? 0,
    judge: judge ?? 0,
  }));
  expect(findBetterThreshold(pairs, 0.5)).toEqual({ threshold: 0.4, kappa: 1, presentKappa: 0 });
  expect(findBetterThreshold(pairs.slice(0, 39), 0.5)).toBeNull();
});

describe("labels", () => {
  test.each<[string, Record<string, unknown>, Partial<Label>]>([
    ["words", { human: "PASS", judge: "no" }, { human: 1, judge: 0 }],
    ["truth values", { label: true, score: 0.25 }, { human: 1, judge: 0.25 }],
    ["numbers as text", { human_score: "0", llm_score: " 0.5 " }, { human: 0, judge: 0.5 }],
    [
      "other names",
      { judgment: 1, question: "q", response: "a", ground_truth: "e" },
      { query: "q", output: "a", expected: "e" },
    ],
    ["nothing", { notes: "later" }, { human: null, judge: null, notes: "later", id: "line 7" }],
    ["an answer that is no text", { human: 1, output: { a: 1 } }, { output: '{"a":1}' }],
  ])("%s", (_, value, expected) => {
    expect(parseLabel(value, "line 7")).toMatchObject(expected);
  });

  test.each<[string, unknown]>([
    ["no record", 5],
    ["a list", []],
    ["a label that is none", { human: "perhaps" }],
    ["a score that is none", { human: 1, judge: "high" }],
    ["a name of every object", { human: "constructor" }],
  ])("%s is a fault with words", (_, value) => {
    expect(parseLabel(value, "line 1")).toEqual({ fault: expect.any(String) });
  });
});
