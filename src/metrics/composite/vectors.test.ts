import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AnswerRelevancy } from "./answer-relevancy.ts";
import { ContextualPrecision } from "./contextual/contextual-precision.ts";
import { ContextualRanking } from "./contextual/contextual-ranking.ts";
import { ContextualRelevancy } from "./contextual/contextual-relevancy.ts";
import { ContextualUtilization } from "./contextual/contextual-utilization.ts";
import { Faithfulness } from "./faithfulness.ts";
import { runWithReplies, verdicts } from "./measured.fixture.ts";

type Row = Readonly<Record<string, unknown>>;
const vectors = JSON.parse(
  readFileSync(new URL("../../../test/fixtures/metric-vectors.json", import.meta.url), "utf8"),
) as Record<string, Row[]>;
const rows = (group: string): Row[] =>
  (vectors[group] ?? []).map((row) => ({ ...row, ...(row["ruled"] as object | undefined) }));

const item = { query: "q", actualOutput: "an answer", expectedOutput: "e", retrievedContent: ["context"] };
const words: Readonly<Record<string, string>> = {
  FULLY_SUPPORTED: "Fully Supported",
  PARTIALLY_SUPPORTED: "Partially Supported",
  NO_EVIDENCE: "No Evidence",
  CONTRADICTORY: "Contradictory",
};

/** A group without rows would pass without having said anything. */
test("there are vectors to hold", () => {
  for (const group of ["faithfulness", "answer_relevancy", "contextual_chunks"])
    expect(rows(group).length).toBeGreaterThan(10);
});

describe("through execute, with a judge that gives the verdicts of the row", () => {
  test.each(rows("faithfulness"))("faithfulness %#", async (row) => {
    const given = row["verdicts"] as readonly string[];
    const replies = {
      "claims.extract": { statements: given.map((_, index) => `claim ${index}`) },
      "claims.faithfulness": verdicts(
        given.map((verdict) => words[verdict.toUpperCase().replaceAll(" ", "_")] ?? verdict),
      ),
    };
    const custom = { verdictScores: { CONTRADICTORY: -2, PARTIALLY_SUPPORTED: 0.75 } };
    for (const [name, options] of Object.entries({ default: {}, strict: { strictMode: true }, custom })) {
      const { score, status } = await runWithReplies(new Faithfulness(options), item, replies);
      if (given.length === 0) expect(status).toBe("not-applicable");
      else expect(score).toBeCloseTo(row[name] as number, 9);
    }
  });

  test.each(rows("answer_relevancy"))("answer_relevancy %#", async (row) => {
    const given = row["verdicts"] as readonly string[];
    const replies = {
      "claims.extract": { statements: given.map((_, index) => `claim ${index}`) },
      "claims.relevancy": verdicts(given),
      "relevancy.explain": { explanation: "e" },
    };
    for (const [name, penalizeAmbiguity] of [
      ["default", false],
      ["penalize_ambiguity", true],
    ] as const) {
      const { score, status } = await runWithReplies(new AnswerRelevancy({ penalizeAmbiguity }), item, replies);
      if (given.length === 0) expect(status).toBe("not-applicable");
      else expect(score).toBeCloseTo(row[name] as number, 9);
    }
  });

  test.each(rows("contextual_chunks"))("contextual_chunks %#", async (row) => {
    const relevancy = row["relevancy"] as readonly string[];
    const flags = (name: string, values: readonly boolean[]) => ({
      verdicts: values.map((value, index) => ({ index, [name]: value })),
    });
    const replies = {
      "chunks.relevancy": verdicts(relevancy),
      "chunks.usefulness": flags("isUseful", row["useful"] as readonly boolean[]),
      "chunks.utilization": flags("isUtilized", row["utilized"] as readonly boolean[]),
    };
    const chunks = { ...item, retrievedContent: relevancy.map((_, index) => `chunk ${index}`) };
    for (const [name, metric] of Object.entries({
      contextual_relevancy: new ContextualRelevancy(),
      contextual_ranking: new ContextualRanking(),
      contextual_precision: new ContextualPrecision(),
      contextual_utilization: new ContextualUtilization(),
    }))
      expect((await runWithReplies(metric, chunks, replies)).score).toBeCloseTo(row[name] as number, 9);
  });
});
