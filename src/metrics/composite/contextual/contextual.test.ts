import { describe, expect, test } from "vitest";
import { ContextualPrecision } from "./contextual-precision.ts";
import { ContextualRanking } from "./contextual-ranking.ts";
import { ContextualRecall } from "./contextual-recall.ts";
import { ContextualRelevancy } from "./contextual-relevancy.ts";
import { ContextualSufficiency } from "./contextual-sufficiency.ts";
import { ContextualUtilization } from "./contextual-utilization.ts";
import { runWithReplies, verdicts } from "../measured.fixture.ts";

describe("contextual metrics", () => {
  const chunks = ["c0", "c1", "c2", "c3"];
  const item = { query: "q", actualOutput: "a", expectedOutput: "e", retrievedContent: chunks };
  const flags = (name: string, values: readonly boolean[]) => ({
    verdicts: values.map((value, index) => ({ index, [name]: value })),
  });
  const replies = {
    "chunks.relevancy": verdicts(["no", "yes", "idk", "yes"]),
    "chunks.usefulness": flags("isUseful", [false, true, true, false]),
    "chunks.utilization": flags("isUtilized", [true, true, true, false]),
    "truth.extract": { statements: ["t0", "t1", "t2"] },
    "truth.recall": flags("isSupported", [true, false, true]),
    "context.sufficiency": { isSufficient: true, reasoning: "All there." },
  };

  test.each([
    [new ContextualRelevancy(), 0.5, 1, "relevancy_score"],
    [new ContextualRanking(), (1 / 2 + 2 / 4) / 2, 1, "final_score"],
    [new ContextualPrecision(), (1 / 2 + 2 / 3) / 2, 1, "map_score"],
    [new ContextualRecall(), 2 / 3, 2, "recall_score"],
    [new ContextualSufficiency(), 1, 1, "sufficiency_score"],
    [new ContextualUtilization(), 0.5, 2, "utilization_score"],
  ] as const)("%# has its score, its calls and its headline", async (metric, score, calls, headline) => {
    const found = await runWithReplies(metric, item, replies);
    expect(found.score).toBeCloseTo(score, 12);
    expect(found.asked).toHaveLength(calls);
    expect(found.headline).toMatchObject({ name: headline, value: found.score });
    const empty = await runWithReplies(metric, { ...item, retrievedContent: [] }, replies);
    expect(empty).toMatchObject({ status: "scored", score: 0, asked: [] });
    expect(empty.headline).toMatchObject({ value: 0 });
    expect(await runWithReplies(metric, { query: "q", actualOutput: "a", expectedOutput: "e" }, replies)).toMatchObject(
      {
        status: "not-applicable",
        asked: [],
      },
    );
    expect(await runWithReplies(metric, item, {})).toMatchObject({ status: "failed", score: null });
  });

  test("only relevant chunks are shown as used or not; with none of them the score is 0", async () => {
    const found = await runWithReplies(new ContextualUtilization(), item, replies);
    expect(Object.keys(found.flat)).toEqual(["overall", "chunk_1", "chunk_3"]);
    const none = await runWithReplies(new ContextualUtilization(), item, {
      ...replies,
      "chunks.relevancy": verdicts(["no", "no", "idk", "no"]),
    });
    expect(none).toMatchObject({ score: 0, asked: ["chunks.relevancy"] });
  });

  test("an expected answer without statements has no recall", async () => {
    const found = await runWithReplies(new ContextualRecall(), item, {
      ...replies,
      "truth.extract": { statements: [] },
    });
    expect(found).toMatchObject({ status: "not-applicable", score: null });
  });
});
