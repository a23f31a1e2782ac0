import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Model } from "../../core/model.ts";
import { failed, fromRaw } from "../../core/score.ts";
import { defineMetric } from "../define-metric.ts";
import { judgeVariance } from "./judge-variance.ts";

/** A metric that says these scores, in the order it is asked. */
function saying(scores: readonly (number | null)[]) {
  let next = 0;
  const Saying = defineMetric({
    id: "saying",
    title: "Saying",
    about: "Says what it was told to.",
    needs: ["actualOutput"],
    measure: () => {
      const score = scores[next++ % scores.length];
      return { score: score == null ? failed("not this time") : fromRaw(score) };
    },
  });
  return new Saying();
}

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ actualOutput: `answer ${index}` }));

test("a judge that never changes its mind has no share", async () => {
  expect(await judgeVariance(saying([0, 0, 1, 1]), items(2), 2)).toEqual({
    share: 0,
    why: null,
    judge: 0,
    item: 0.5,
    samples: 2,
    measured: 2,
    leftOut: 0,
  });
});

test("where items do not differ, all of it is the judge's", async () => {
  expect(await judgeVariance(saying([0, 1, 0, 1]), items(2), 2)).toMatchObject({ share: 1, judge: 0.5, item: 0 });
});

test("both stand apart: within items 0.02, between them what is left of 0.18", async () => {
  // Means 0.2 and 0.8: variance of means 0.18 = item + 0.02 / 2.
  const { share, judge, item } = await judgeVariance(saying([0.1, 0.3, 0.7, 0.9]), items(2), 2);
  expect([judge, item, share].map((value) => value?.toFixed(6))).toEqual([
    "0.020000",
    "0.170000",
    (0.02 / 0.19).toFixed(6),
  ]);
});

test.each([
  [[1], 3, "all scores are the same", { measured: 3, leftOut: 0 }],
  [[1, 0], 1, "fewer than two items got a score every time", { measured: 1, leftOut: 0 }],
  [[null], 3, "fewer than two items got a score every time", { measured: 0, leftOut: 3 }],
])("without an answer there is a reason: %j over %i items", async (scores, count, why, counts) => {
  expect(await judgeVariance(saying(scores), items(count), 2)).toMatchObject({ share: null, why, ...counts });
});

test("an item that was not scored each time is left out", async () => {
  const scores = [0, 0, 1, null, 1, 1];
  expect(await judgeVariance(saying(scores), items(3), 2)).toMatchObject({ measured: 2, leftOut: 1, share: 0 });
});

test.each([1, 0, 1.5, Number.NaN])("%d samples are refused", async (samples) => {
  await expect(judgeVariance(saying([1]), items(2), samples)).rejects.toMatchObject({ code: "flag-invalid" });
});

test("a share is from 0 to 1, whatever the scores are", async () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(fc.array(score, { minLength: 6, maxLength: 30 }), async (scores) => {
      const { share } = await judgeVariance(saying(scores), items(Math.floor(scores.length / 3)), 3);
      if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("a judge is asked for a draw of its own each time, so that no stored answer stands for the next", async () => {
  const draws: (number | undefined)[] = [];
  const judge: Model = {
    id: "test/judge",
    ask: async (question) => {
      draws.push(question.draw);
      return { status: "failed", code: "refused", why: "by design", spending: { costUsd: 0, calls: 1 } };
    },
  };
  const Asking = defineMetric({
    id: "asking",
    title: "Asking",
    about: "Asks its judge.",
    needs: ["actualOutput", "judge"],
    measure: async ({ judge: asked }, { abort }) => {
      await asked.ask({ about: "x", prompt: "", facts: null, answer: z.unknown() }, { abort });
      return { score: fromRaw(1) };
    },
  });
  await judgeVariance(new Asking(), items(2), { samples: 3, judge });
  expect(draws).toEqual([1, 2, 3, 1, 2, 3]);
});
