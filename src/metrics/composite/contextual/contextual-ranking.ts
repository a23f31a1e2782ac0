/** Contextual ranking: are the relevant chunks ranked first? */
import { failed, fromRaw } from "../../../core/score.ts";
import type { Signal } from "../../../core/score/signal.ts";
import { averagePrecision } from "../../arithmetic/verdicts/average-precision.ts";
import { defineMetric } from "../../define-metric.ts";
import { contextualOptions, nothingRetrieved } from "./contextual-options.ts";
import { toChunkSignals, type JudgedChunk, judgeChunks } from "./judge-chunks.ts";
import { judgeChunkRelevancy } from "../questions/context.ts";

interface ContextualRankingResult {
  readonly finalScore: number;
  readonly chunks: readonly JudgedChunk[];
}

export const ContextualRanking = defineMetric({
  id: "contextual_ranking",
  title: "Contextual Ranking",
  about: "Average precision of the retrieved chunks: relevant ones should come before others.",
  needs: ["query", "retrievedContent", "judge"],
  options: contextualOptions,
  tags: ["knowledge", "single_turn"],
  questions: [judgeChunkRelevancy],
  async measure({ query, retrievedContent }, { analyses }) {
    if (retrievedContent.length === 0) return { ...nothingRetrieved, result: { finalScore: 0, chunks: [] } };
    const found = await judgeChunks(analyses, query, retrievedContent);
    if (found.status === "failed") return { score: failed(found.why) };
    const chunks = found.value;
    const score = averagePrecision(chunks.map(({ isRelevant }) => isRelevant));
    const ranks = chunks.flatMap(({ isRelevant }, index) => (isRelevant ? [index + 1] : []));
    const where =
      ranks.length === 0
        ? "No retrieved chunk is relevant."
        : `Relevant chunks are at ranks ${ranks.join(", ")} of ${chunks.length}.`;
    return { score: fromRaw(score), result: { finalScore: score, chunks }, explanation: where };
  },
  signals,
});

function signals({ finalScore, chunks }: ContextualRankingResult): Signal[] {
  return [
    { name: "final_score", value: finalScore, headlineDisplay: true },
    { name: "relevant_chunks", value: chunks.filter(({ isRelevant }) => isRelevant).length },
    { name: "total_chunks", value: chunks.length },
    ...toChunkSignals(chunks),
  ];
}
