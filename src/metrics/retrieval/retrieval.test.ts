import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flattenSignals } from "../../core/score/signal.ts";
import { HitRateAtK } from "./hit-rate-at-k.ts";
import { MeanReciprocalRank } from "./mean-reciprocal-rank.ts";
import { NDCGAtK } from "./ndcg-at-k.ts";
import { PrecisionAtK } from "./precision-at-k.ts";
import { RecallAtK } from "./recall-at-k.ts";

const atK = { hit: HitRateAtK, precision: PrecisionAtK, recall: RecallAtK, ndcg: NDCGAtK };
type Name = keyof typeof atK;
type Row = { actual: string[]; expected: { id: string }[]; k: number[]; mrr: number; ruled?: Partial<Row> } & Record<
  Name,
  Record<string, number>
>;

const file = new URL("../../../test/fixtures/metric-vectors.json", import.meta.url);
const rows = (JSON.parse(readFileSync(file, "utf8")) as { retrieval: Row[] }).retrieval.map(({ ruled, ...row }) => ({
  ...row,
  ...ruled,
}));

test.each(rows)("the vectors hold through execute: row %#", async ({ actual, expected, k, mrr, ...scores }) => {
  const item = { actualRanking: actual, expectedReference: expected };
  for (const [name, metric] of Object.entries(atK))
    for (const mainK of k)
      expect((await metric({ k, mainK }).execute(item)).score).toBeCloseTo(scores[name as Name][mainK] as number, 9);
  expect((await MeanReciprocalRank().execute(item)).score).toBeCloseTo(mrr, 9);
});

describe("the choice of k", () => {
  test("k is 10, a list is made unique and ascending, and the largest scores", () => {
    expect(PrecisionAtK().options).toEqual({ k: [10], mainK: null });
    expect(PrecisionAtK({ k: [5, 1, 5] }).options.k).toEqual([1, 5]);
  });

  test.each([[{ k: [] }], [{ k: 0 }], [{ k: 1.5 }], [{ k: [1, 2], mainK: 3 }], [{ kk: 3 }]])(
    "%j is a mistake",
    (options) => {
      expect(() => RecallAtK(options as never)).toThrow(/recall_at_k/);
    },
  );
});

describe("what is missing", () => {
  const expectedReference = [{ id: "a" }];

  test("without a ranking or references there is nothing to measure; nothing retrieved is 0", async () => {
    expect(await HitRateAtK().execute({ expectedReference })).toMatchObject({ status: "not-applicable" });
    expect(await HitRateAtK().execute({ actualRanking: ["a"], expectedReference: [] })).toMatchObject({
      status: "not-applicable",
    });
    expect(await HitRateAtK().execute({ actualRanking: [], expectedReference })).toMatchObject({
      status: "scored",
      score: 0,
    });
    expect(
      await RecallAtK().execute({ actualRanking: [], expectedReference: [{ id: "a", relevance: 0 }] }),
    ).toMatchObject({ score: 1 });
  });

  test("an entry without an id fails, and is named", async () => {
    const result = await MeanReciprocalRank().execute({ actualRanking: ["a", { score: 1 }], expectedReference });
    expect(result).toMatchObject({ status: "failed", score: null, why: "actualRanking[1] has no id" });
  });

  test("ids given as numbers are ids", async () => {
    expect((await MeanReciprocalRank().execute({ actualRanking: [7, 8], expectedReference: ["8"] })).score).toBe(0.5);
  });
});

describe("readings", () => {
  const item = { actualRanking: ["x", "a"], expectedReference: [{ id: "a", relevance: 2 }, "b"] };

  test("one group per k, and a headline that equals the score", async () => {
    const metric = HitRateAtK({ k: [1, 2] });
    const { signals, score } = await metric.execute(item);
    const flat = flattenSignals(metric.getSignals(signals), signals).signals;
    expect(flat["overall"]).toMatchObject([{ name: "hit_rate_score", value: score, headlineDisplay: true }]);
    expect(flat["k_1_detail"]?.map(({ name, value }) => [name, value])).toEqual([
      ["is_hit_at_k", false],
      ["hits_at_k", 0],
      ["total_relevant", 2],
      ["retrieved_at_k", 1],
      ["score_at_k", 0],
    ]);
  });

  test("nothing relevant has rank -1", async () => {
    const metric = MeanReciprocalRank();
    const { signals } = await metric.execute({ ...item, actualRanking: ["x"] });
    expect(flattenSignals(metric.getSignals(signals), signals).signals["overall"]?.[0]).toMatchObject({ value: -1 });
  });
});
