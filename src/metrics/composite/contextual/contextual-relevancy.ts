/** Contextual relevancy: how much of what was retrieved is relevant to the question? */
import { failed, fromRaw } from "../../../core/score.ts";
import type { Signal } from "../../../core/score/signal.ts";
import { defineMetric } from "../../define-metric.ts";
import { contextualOptions, nothingRetrieved } from "./contextual-options.ts";
import { toChunkSignals, type JudgedChunk, judgeChunks } from "./judge-chunks.ts";
import { judgeChunkRelevancy } from "../questions/context.ts";

interface ContextualRelevancyResult {
  readonly relevancyScore: number;
  readonly chunks: readonly JudgedChunk[];
}

export const ContextualRelevancy = defineMetric({
  id: "contextual_relevancy",
  title: "Contextual Relevancy",
  about: "Share of the retrieved chunks that are relevant to the question.",
  needs: ["query", "retrievedContent", "judge"],
  options: contextualOptions,
  tags: ["knowledge", "single_turn"],
  questions: [judgeChunkRelevancy],
  async measure({ query, retrievedContent }, { analyses }) {
    if (retrievedContent.length === 0) return { ...nothingRetrieved, result: { relevancyScore: 0, chunks: [] } };
    const found = await judgeChunks(analyses, query, retrievedContent);
    if (found.status === "failed") return { score: failed(found.why) };
    const chunks = found.value;
    const relevant = chunks.filter(({ isRelevant }) => isRelevant).length;
    const score = relevant / chunks.length;
    const explanation = `${relevant} of ${chunks.length} retrieved chunks are relevant to the question.`;
    return { score: fromRaw(score), result: { relevancyScore: score, chunks }, explanation };
  },
  signals,
});

function signals({ relevancyScore, chunks }: ContextualRelevancyResult): Signal[] {
  return [
    { name: "relevancy_score", value: relevancyScore, headlineDisplay: true },
    { name: "total_chunks", value: chunks.length },
    { name: "relevant_chunks", value: chunks.filter(({ isRelevant }) => isRelevant).length },
    ...toChunkSignals(chunks),
  ];
}
