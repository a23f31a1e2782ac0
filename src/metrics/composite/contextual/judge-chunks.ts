/** Judges which of the retrieved chunks are relevant to the question. */
import type { Signal } from "../../../core/score/signal.ts";
import type { Analyses } from "../../judging/analyses.ts";
import type { QuestionOutcome } from "../../judging/question.ts";
import { judgeChunkRelevancy } from "../questions/context.ts";

export interface JudgedChunk {
  readonly text: string;
  readonly isRelevant: boolean;
  readonly reason: string;
}

/** Returns all chunks, in the order of the retriever. */
export async function judgeChunks(
  analyses: Analyses,
  query: string,
  retrievedContent: readonly string[],
): Promise<QuestionOutcome<JudgedChunk[]>> {
  const found = await analyses.askEach({
    question: judgeChunkRelevancy,
    facts: { query },
    elements: retrievedContent,
  });
  if (found.status === "failed") return found;
  const value = found.value.map(({ verdict, reason }, index) => ({
    text: retrievedContent[index] ?? "",
    isRelevant: verdict === "yes",
    reason,
  }));
  return { ...found, value };
}

/** The signals of each chunk. */
export function toChunkSignals(chunks: readonly JudgedChunk[]): Signal[] {
  return chunks.flatMap(({ text, isRelevant }, index): Signal[] => [
    { name: "is_relevant", value: isRelevant, group: `chunk_${index}`, headlineDisplay: true },
    { name: "chunk_text", value: text, group: `chunk_${index}` },
  ]);
}
