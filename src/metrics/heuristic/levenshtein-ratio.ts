/** Levenshtein Ratio: how similar is the answer to the expected text, character by character? */
import { z } from "zod";
import { fromRaw } from "../../core/score.ts";
import { compareTexts } from "../arithmetic/text/levenshtein-ratio.ts";
import { defineMetric } from "../define-metric.ts";

/** 2·M / (|a| + |b|) over matching blocks, like Python's difflib; or 1 minus the share of characters to edit. */
export const LevenshteinRatio = defineMetric({
  id: "levenshtein_ratio",
  title: "Levenshtein Ratio",
  about: "How similar the answer is to the expected text, character by character.",
  needs: ["actualOutput", "expectedOutput"],
  options: z.strictObject({
    caseSensitive: z.boolean().default(false),
    /** Ignores frequent characters of a long expected text in the search. */
    autojunk: z.boolean().default(true),
    algorithm: z.enum(["ratcliff", "levenshtein"]).default("ratcliff"),
  }),
  threshold: 0.2,
  tags: ["heuristic"],
  blankIsPresent: true,
  measure({ actualOutput, expectedOutput }, { options }) {
    const similarity = compareTexts(actualOutput, expectedOutput, options);
    const { ratio, matched, actualLength, expectedLength } = similarity;
    const explanation = `Similarity ${ratio}: ${matched} characters match, of ${actualLength} in the answer and ${expectedLength} expected.`;
    return { score: fromRaw(ratio), explanation, result: similarity };
  },
  signals: (result) => [
    { name: "similarity_ratio", value: result.ratio, headlineDisplay: true },
    { name: "matched_characters", value: result.matched },
    { name: "actual_length", value: result.actualLength },
    { name: "expected_length", value: result.expectedLength },
    { name: "autojunk_applied", value: result.autojunkApplied },
  ],
});
