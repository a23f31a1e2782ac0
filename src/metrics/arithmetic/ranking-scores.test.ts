import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankingScores } from "./ranking-scores.ts";

const id = fc.integer({ min: 0, max: 12 }).map((number) => `d${number}`);
const reference = fc.record({ id, relevance: fc.option(fc.constantFrom(0, 0.5, 1, 3), { nil: undefined }) });
const someK = fc.uniqueArray(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 4 });

describe("ranking scores", () => {
  test("all lie between 0 and 1, also where ids are repeated", () => {
    fc.assert(
      fc.property(fc.array(id), fc.array(reference, { minLength: 1 }), someK, (actual, expected, k) => {
        const { hit, precision, recall, ndcg, mrr } = rankingScores(actual, expected, k);
        for (const value of [hit, precision, recall, ndcg].flatMap((perK) => Object.values(perK)).concat(mrr)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });

  test("hits and recall never fall as k grows", () => {
    fc.assert(
      fc.property(fc.array(id), fc.array(reference, { minLength: 1 }), (actual, expected) => {
        const k = [1, 2, 3, 5, 8, 13];
        const { hit, recall } = rankingScores(actual, expected, k);
        const rising = (perK: Readonly<Record<number, number>>) => k.map((limit) => perK[limit] as number);
        expect(rising(hit)).toEqual(rising(hit).toSorted());
        expect(rising(recall)).toEqual(rising(recall).toSorted((one, other) => one - other));
      }),
    );
  });

  test("the ideal order has all the gain there is", () => {
    const expected = [
      { id: "a", relevance: 1 },
      { id: "b", relevance: 3 },
      { id: "c", relevance: 2 },
    ];
    expect(rankingScores(["b", "c", "a"], expected, [1, 2, 3]).ndcg).toEqual({ 1: 1, 2: 1, 3: 1 });
  });

  test("ids compare as text, and the highest relevance of one counts", () => {
    const { recallMain, ndcgMain } = rankingScores(
      [1, "2"],
      [
        { id: "1", relevance: 0 },
        { id: 1, relevance: 2 },
      ],
      [5],
    );
    expect([recallMain, ndcgMain]).toEqual([1, 1]);
  });

  test("nothing retrieved is 0, and the recall of nothing relevant 1", () => {
    expect(rankingScores([], [{ id: "a" }], [3])).toMatchObject({
      hitMain: 0,
      precisionMain: 0,
      recallMain: 0,
      mrr: 0,
    });
    expect(rankingScores([], [{ id: "a", relevance: 0 }], [3])).toMatchObject({ recallMain: 1, ndcgMain: 0 });
  });

  test("an id named like something every object has is an id", () => {
    expect(rankingScores(["__proto__", "constructor"], [{ id: "constructor" }], [2]).mrr).toBe(0.5);
  });
});
