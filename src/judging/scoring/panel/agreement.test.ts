/** Holds the middle of several answers: medians, majorities, and where they were furthest apart. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Grade, Necessity } from "../../../core/question.ts";
import type { JudgedAudit } from "../process-score.ts";
import {
  mergeAudits,
  mergeGrades,
  mergeNecessity,
  mergeDraws,
  majoritySize,
  LargestDisagreement,
} from "./agreement.ts";

const grades = (...scores: readonly (number | null)[]): Map<number, Grade> =>
  new Map(
    scores.flatMap((score, index) => (score === null ? [] : [[index, { index, rationale: `said ${score}`, score }]])),
  );

describe("grades", () => {
  test("the number is the median, the words are those of the member nearest to it", () => {
    const widest = new LargestDisagreement();
    const agreed = mergeGrades([grades(2), grades(9), grades(7)], widest);
    expect(agreed.get(0)).toEqual({ index: 0, rationale: "said 7", score: 7 });
    expect(widest.disagreement).toEqual({ on: "check 1", low: 2, high: 9 });
  });

  test("of two that answered, the middle lies between them, and the first of two equally near speaks", () => {
    expect(mergeGrades([grades(4), grades(null), grades(7)], new LargestDisagreement()).get(0)).toEqual({
      index: 0,
      rationale: "said 4",
      score: 5.5,
    });
  });

  test("what fewer than a majority graded has no grade", () => {
    const agreed = mergeGrades([grades(4, 8), grades(null, 8), grades(null, null)], new LargestDisagreement());
    expect([...agreed.keys()]).toEqual([1]);
  });

  test("members of one mind disagree about nothing", () => {
    const widest = new LargestDisagreement();
    mergeGrades([grades(5, 5), grades(5, 5), grades(5, 5)], widest);
    expect(widest.disagreement).toBeUndefined();
  });

  test("the widest gap counts, and of two as wide the first", () => {
    const widest = new LargestDisagreement();
    mergeGrades([grades(5, 0, 1), grades(5, 4, 5), grades(6, 2, 2)], widest);
    expect(widest.disagreement).toEqual({ on: "check 2", low: 0, high: 4 });
  });

  test("they come in the order of the rubric, whatever the order of the answers", () => {
    const backwards = new Map([...grades(5, 6, 7)].toReversed());
    expect([...mergeGrades([backwards, backwards], new LargestDisagreement()).keys()]).toEqual([0, 1, 2]);
  });

  test("what the member nearest to the middle cites goes with its words", () => {
    const citing = new Map([[0, { index: 0, rationale: "seen", score: 7, cites: [2] }]]);
    expect(mergeGrades([grades(2), citing, grades(9)], new LargestDisagreement()).get(0)).toEqual({
      index: 0,
      rationale: "seen",
      score: 7,
      cites: [2],
    });
  });

  test("of one judge asked three times, 10 is all and 0 is nothing", () => {
    expect(mergeGrades([grades(10), grades(0), grades(10)], new LargestDisagreement(), mergeDraws).get(0)?.score).toBe(
      10,
    );
    expect(mergeGrades([grades(9), grades(0), grades(9)], new LargestDisagreement(), mergeDraws).get(0)?.score).toBe(6);
  });
});

describe("audits", () => {
  const audit = (success: number, weight?: number): Map<number, JudgedAudit> =>
    new Map([[3, { rationale: `${success}`, success, ...(weight === undefined ? {} : { weight }) }]]);

  test("each number is a median of its own", () => {
    const widest = new LargestDisagreement();
    const agreed = mergeAudits([audit(0, 1), audit(1, 0.2), audit(0.5, 0.4)], widest);
    expect(agreed.get(3)).toEqual({ success: 0.5, weight: 0.4, rationale: "0.5" });
    expect(widest.disagreement).toEqual({ on: "step 3, success", low: 0, high: 1 });
  });

  test("a number that was not asked for is not made up", () => {
    expect(mergeAudits([audit(1), audit(1), audit(0)], new LargestDisagreement()).get(3)).toEqual({
      success: 1,
      rationale: "1",
    });
  });

  test("a member that left a number out is measured by the others it gave", () => {
    expect(mergeAudits([audit(0), audit(1, 0.5), audit(1, 0.5)], new LargestDisagreement()).get(3)?.rationale).toBe(
      "1",
    );
  });

  test("of one judge asked three times, 1 is all and 0 is nothing", () => {
    expect(mergeAudits([audit(1), audit(0), audit(1)], new LargestDisagreement(), mergeDraws).get(3)?.success).toBe(1);
  });
});

describe("necessity", () => {
  const necessity = (score: number, ...unnecessaryIds: number[]): Necessity => ({
    rationale: `${score}`,
    unnecessaryIds,
    score,
  });

  test("an interaction is unnecessary where most say so", () => {
    const agreed = mergeNecessity([necessity(0.5, 4, 1), necessity(0.7, 4), necessity(1)], new LargestDisagreement());
    expect(agreed).toEqual({ rationale: "0.7", score: 0.7, unnecessaryIds: [4] });
  });

  test("the unnecessary ones come in the order of the run", () => {
    const agreed = mergeNecessity([necessity(0.5, 11, 4, 2), necessity(0.7, 11, 4, 2)], new LargestDisagreement());
    expect(agreed?.unnecessaryIds).toEqual([2, 4, 11]);
  });

  test("that members are far apart on it is kept", () => {
    const widest = new LargestDisagreement();
    mergeNecessity([necessity(0.25), necessity(0.75), necessity(0.5)], widest);
    expect(widest.disagreement).toEqual({ on: "necessity", low: 0.25, high: 0.75 });
  });

  test("of one judge asked three times, 1 is all and 0 is nothing", () => {
    expect(
      mergeNecessity([necessity(1), necessity(0), necessity(1)], new LargestDisagreement(), mergeDraws)?.score,
    ).toBe(1);
  });

  test("there is none where only a minority said something", () => {
    expect(mergeNecessity([necessity(1), null, null], new LargestDisagreement())).toBeNull();
  });
});

test("for any odd panel the median lies within what was said, and the order of members does not move it", () => {
  const scores = fc
    .integer({ min: 0, max: 3 })
    .chain((half) =>
      fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 2 * half + 1, maxLength: 2 * half + 1 }),
    );
  fc.assert(
    fc.property(scores, (said) => {
      const median =
        mergeGrades(
          said.map((score) => grades(score)),
          new LargestDisagreement(),
        ).get(0)?.score ?? -1;
      const reversed = mergeGrades(
        said.toReversed().map((score) => grades(score)),
        new LargestDisagreement(),
      ).get(0)?.score;
      expect(median).toBeGreaterThanOrEqual(Math.min(...said));
      expect(median).toBeLessThanOrEqual(Math.max(...said));
      expect(said).toContain(median);
      expect(reversed).toBe(median);
    }),
  );
});

test("a majority of any panel is more than half, and no more than needed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), (members) => {
      expect(majoritySize(members) * 2).toBeGreaterThan(members);
      expect((majoritySize(members) - 1) * 2).toBeLessThanOrEqual(members);
    }),
  );
});
