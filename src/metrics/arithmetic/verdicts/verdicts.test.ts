import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignment } from "./alignment.ts";
import { averagePrecision } from "./average-precision.ts";
import { faithfulnessScore, faithfulnessVerdicts } from "./faithfulness-score.ts";
import { relevancyScore } from "./relevancy-score.ts";

const verdict = fc.constantFrom(...faithfulnessVerdicts);
const label = fc.constantFrom(0, 1);

describe("faithfulness", () => {
  test("one of each verdict: 0.125, strict 0, own weights over strict 0.375", () => {
    expect(faithfulnessScore(faithfulnessVerdicts)).toBe(0.125);
    expect(faithfulnessScore(faithfulnessVerdicts, { strictMode: true })).toBe(0);
    expect(faithfulnessScore(faithfulnessVerdicts, { strictMode: true, verdictScores: { contradictory: 0 } })).toBe(
      0.375,
    );
  });

  test("no verdict is no score, and an unknown one a mistake", () => {
    expect(faithfulnessScore([])).toBeNull();
    expect(() => faithfulnessScore(["Somewhat"])).toThrow(/Somewhat/);
    expect(() => faithfulnessScore(["NO_EVIDENCE"], { verdictScores: { MAYBE: 1 } })).toThrow(/MAYBE/);
  });

  test("the order of verdicts does not matter, and strict is never kinder", () => {
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1 }), (verdicts) => {
        expect(faithfulnessScore(verdicts.toReversed())).toBeCloseTo(faithfulnessScore(verdicts) as number, 12);
        expect(faithfulnessScore(verdicts, { strictMode: true })).toBeLessThanOrEqual(
          faithfulnessScore(verdicts) as number,
        );
      }),
    );
  });
});

describe("relevancy", () => {
  test("ambiguity counts unless it is penalised", () => {
    expect(relevancyScore(["yes", "no", "idk", "yes"])).toBe(0.75);
    expect(relevancyScore(["yes", "no", "idk", "yes"], { penalizeAmbiguity: true })).toBe(0.5);
    expect(relevancyScore([])).toBeNull();
  });
});

describe("average precision", () => {
  test("moving a flag forward never lowers it", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2 }), (flags) => {
        const at = flags.findIndex((flag, index) => flag && flags[index - 1] === false);
        if (at < 1) return;
        const better = flags.with(at - 1, true).with(at, false);
        expect(averagePrecision(better)).toBeGreaterThanOrEqual(averagePrecision(flags));
      }),
    );
  });

  test("none flagged is 0, all flagged is 1", () => {
    expect(averagePrecision([false, false])).toBe(0);
    expect(averagePrecision([])).toBe(0);
    expect(averagePrecision([true, true])).toBe(1);
  });
});

describe("alignment", () => {
  test("counts add up, and shares stay within their bounds", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label), { minLength: 1 }), (pairs) => {
        const one = alignment(
          pairs.map(([human]) => human),
          pairs.map(([, judge]) => judge),
        );
        expect(one.tp + one.tn + one.fp + one.fn).toBe(pairs.length);
        expect(Math.abs(one.kappa)).toBeLessThanOrEqual(1 + 1e-12);
        const swapped = alignment(
          pairs.map(([, judge]) => judge),
          pairs.map(([human]) => human),
        );
        expect(swapped.kappa).toBeCloseTo(one.kappa, 12);
      }),
    );
  });

  test("what has no denominator is a stand-in, and named", () => {
    expect(alignment([0, 0], [0, 0])).toMatchObject({ accuracy: 1, precision: 0, recall: 0, f1: 0, kappa: 1 });
    expect(alignment([0, 0], [0, 0]).undefined).toEqual(["precision", "recall", "f1", "kappa"]);
    expect(alignment([], []).undefined).toContain("accuracy");
  });

  test("labels that are not 0 or 1, or not as many, are refused", () => {
    expect(() => alignment([1], [])).toThrow(RangeError);
    expect(() => alignment([0.5], [1])).toThrow(RangeError);
  });
});
