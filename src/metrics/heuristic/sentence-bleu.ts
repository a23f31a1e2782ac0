/** Sentence BLEU: how many word sequences does the answer share with the expected text? */
import { z } from "zod";
import { fromRaw } from "../../core/score.ts";
import { type Bleu, computeBleu } from "../arithmetic/text/sentence-bleu.ts";
import { defineMetric } from "../define-metric.ts";

/** The geometric mean of n-gram precisions, reduced for an answer that is too short. */
export const SentenceBLEU = defineMetric({
  id: "sentence_bleu",
  title: "Sentence BLEU",
  about: "How many sequences of one to four words the answer shares with the expected text.",
  needs: ["actualOutput", "expectedOutput"],
  options: z.strictObject({
    nGrams: z.number().int().min(1).default(4),
    caseSensitive: z.boolean().default(false),
    smoothing: z.boolean().default(true),
    /** Uses only n-grams that are no longer than the answer. */
    effectiveOrder: z.boolean().default(false),
  }),
  tags: ["heuristic"],
  blankIsPresent: true,
  measure({ actualOutput, expectedOutput }, { options }) {
    const result = computeBleu(actualOutput, expectedOutput, options);
    return { score: fromRaw(result.score), explanation: explain(result, options.nGrams), result };
  },
  signals: (result) => [
    { name: "bleu_score", value: result.score, headlineDisplay: true },
    { name: "brevity_penalty", value: result.brevityPenalty },
    ...result.precisions.map((value, index) => ({ name: `precision_${index + 1}`, value })),
    { name: "candidate_length", value: result.candidateLength },
    { name: "reference_length", value: result.referenceLength },
    { name: "short_candidate", value: result.shortCandidate },
  ],
});

function explain({ score, candidateLength, referenceLength, shortCandidate }: Bleu, nGrams: number): string {
  const lengths = `BLEU ${score} for ${candidateLength} tokens against ${referenceLength}`;
  if (!shortCandidate) return `${lengths}.`;
  return `${lengths}: an answer of fewer than ${nGrams} tokens scores 0 by definition; set effectiveOrder to change that.`;
}
