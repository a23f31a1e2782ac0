/** Contextual utilization: does the answer use the relevant chunks? */
import { failed, fromRaw } from "../../../core/score.ts";
import type { Signal } from "../../../core/score/signal.ts";
import { defineMetric } from "../../define-metric.ts";
import { contextualOptions, nothingRetrieved } from "./contextual-options.ts";
import { judgeChunks } from "./judge-chunks.ts";
import { judgeChunkRelevancy, judgeChunkUtilization } from "../questions/context.ts";

interface ContextualUtilizationResult {
  readonly utilizationScore: number;
  /** Only relevant chunks; `index` is their position among all chunks. */
  readonly chunks: readonly {
    readonly index: number;
    readonly text: string;
    readonly isUtilized: boolean;
    readonly reasoning: string;
  }[];
}

export const ContextualUtilization = defineMetric({
  id: "contextual_utilization",
  title: "Contextual Utilization",
  about: "Share of the relevant retrieved chunks that the answer uses.",
  needs: ["query", "actualOutput", "retrievedContent", "judge"],
  options: contextualOptions,
  tags: ["knowledge", "single_turn"],
  questions: [judgeChunkRelevancy, judgeChunkUtilization],
  async measure({ query, actualOutput, retrievedContent }, { analyses }) {
    const none = { utilizationScore: 0, chunks: [] };
    if (retrievedContent.length === 0) return { ...nothingRetrieved, result: none };
    const relevancy = await judgeChunks(analyses, query, retrievedContent);
    if (relevancy.status === "failed") return { score: failed(relevancy.why) };
    if (!relevancy.value.some(({ isRelevant }) => isRelevant))
      return { score: fromRaw(0), result: none, explanation: "No retrieved chunk is relevant." };
    const facts = { answer: actualOutput };
    const used = await analyses.askEach({ question: judgeChunkUtilization, facts, elements: retrievedContent });
    if (used.status === "failed") return { score: failed(used.why) };
    const all = used.value.map((verdict, index) => ({ ...verdict, index, text: retrievedContent[index] ?? "" }));
    const chunks = all.filter(({ index }) => relevancy.value[index]?.isRelevant);
    const utilized = chunks.filter(({ isUtilized }) => isUtilized).length;
    const score = utilized / chunks.length;
    const explanation = `The answer uses ${utilized} of ${chunks.length} relevant chunks.`;
    return { score: fromRaw(score), result: { utilizationScore: score, chunks }, explanation };
  },
  signals,
});

function signals({ utilizationScore, chunks }: ContextualUtilizationResult): Signal[] {
  const utilized = chunks.filter(({ isUtilized }) => isUtilized).length;
  return [
    { name: "utilization_score", value: utilizationScore, headlineDisplay: true },
    { name: "total_relevant_chunks", value: chunks.length },
    { name: "utilized_chunks", value: utilized },
    { name: "utilization_rate", value: `${utilized}/${chunks.length}` },
    ...chunks.flatMap(({ index, text, isUtilized }): Signal[] => [
      { name: "is_utilized", value: isUtilized, group: `chunk_${index}`, headlineDisplay: true },
      { name: "chunk_text", value: text, group: `chunk_${index}` },
    ]),
  ];
}
