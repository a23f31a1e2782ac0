/** Contextual relevancy: how much of what was retrieved is relevant to the question? */
import { failed, fromRaw } from "../../../core/score.ts";
import type { Signal } from "../../../core/score/signal.ts";
import { defineMetric } from "../../define-metric.ts";
import { contextualOptions, nothingRetrieved } from "./contextual-options.ts";
import { judgeChunkRelevancy } from "../questions/context.ts";

export interface ContextualRelevancyResult {
  readonly relevancyScore: number;
  readonly chunks: readonly { readonly text: string; readonly isRelevant: boolean; readonly reason: string }[];
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
    const found = await analyses.askEach({
      question: judgeChunkRelevancy,
      facts: { query },
      elements: retrievedContent,
    });
    if (found.status === "failed") return { score: failed(found.why) };
    const chunks = found.value.map(({ verdict, reason }, index) => ({
      text: retrievedContent[index] ?? "",
      isRelevant: verdict === "yes",
      reason,
    }));
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
    ...chunks.flatMap(({ text, isRelevant }, index): Signal[] => [
      { name: "is_relevant", value: isRelevant, group: `chunk_${index}`, headlineDisplay: true },
      { name: "chunk_text", value: text, group: `chunk_${index}` },
    ]),
  ];
}
