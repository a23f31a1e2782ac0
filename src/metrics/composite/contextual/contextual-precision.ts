/** Contextual precision: are the chunks that help with the expected answer ranked first? */
import { failed, fromRaw } from "../../../core/score.ts";
import type { Signal } from "../../../core/score/signal.ts";
import { averagePrecision } from "../../arithmetic/verdicts/average-precision.ts";
import { defineMetric } from "../../define-metric.ts";
import { contextualOptions, nothingRetrieved } from "./contextual-options.ts";
import { judgeChunkUsefulness } from "../questions/context.ts";

interface ContextualPrecisionResult {
  readonly mapScore: number;
  readonly chunks: readonly { readonly text: string; readonly isUseful: boolean; readonly reason: string }[];
}

export const ContextualPrecision = defineMetric({
  id: "contextual_precision",
  title: "Contextual Precision",
  about: "Average precision of the retrieved chunks, counting those that are useful for the expected answer.",
  needs: ["query", "expectedOutput", "retrievedContent", "judge"],
  options: contextualOptions,
  tags: ["knowledge", "single_turn"],
  questions: [judgeChunkUsefulness],
  async measure({ query, expectedOutput, retrievedContent }, { analyses }) {
    if (retrievedContent.length === 0) return { ...nothingRetrieved, result: { mapScore: 0, chunks: [] } };
    const facts = { query, expectedOutput };
    const found = await analyses.askEach({ question: judgeChunkUsefulness, facts, elements: retrievedContent });
    if (found.status === "failed") return { score: failed(found.why) };
    const chunks = found.value.map(({ isUseful, reason }, index) => ({
      text: retrievedContent[index] ?? "",
      isUseful,
      reason,
    }));
    const score = averagePrecision(chunks.map(({ isUseful }) => isUseful));
    const useful = chunks.filter(({ isUseful }) => isUseful).length;
    const explanation = `${useful} of ${chunks.length} retrieved chunks are useful for the expected answer, the first at rank ${findFirstUseful(chunks)}.`;
    return { score: fromRaw(score), result: { mapScore: score, chunks }, explanation };
  },
  signals,
});

function findFirstUseful(chunks: ContextualPrecisionResult["chunks"]): number | "N/A" {
  const first = chunks.findIndex(({ isUseful }) => isUseful);
  return first === -1 ? "N/A" : first + 1;
}

function signals({ mapScore, chunks }: ContextualPrecisionResult): Signal[] {
  return [
    { name: "map_score", value: mapScore, headlineDisplay: true },
    { name: "total_chunks", value: chunks.length },
    { name: "useful_chunks", value: chunks.filter(({ isUseful }) => isUseful).length },
    { name: "first_useful_position", value: findFirstUseful(chunks) },
    ...chunks.flatMap(({ text, isUseful }, index): Signal[] => [
      { name: "is_useful", value: isUseful, group: `chunk_${index}`, headlineDisplay: true },
      { name: "position", value: index + 1, group: `chunk_${index}` },
      { name: "chunk_text", value: text, group: `chunk_${index}` },
    ]),
  ];
}
