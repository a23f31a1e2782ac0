/** Exact String Match: does the answer equal the expected text? */
import { fromRaw } from "../../core/score.ts";
import { exactMatch } from "../arithmetic/text/string-match.ts";
import { defineMetric } from "../define-metric.ts";

/** 1 if both texts are equal except for white space at their ends, otherwise 0. */
export const ExactStringMatch = defineMetric({
  id: "exact_string_match",
  title: "Exact String Match",
  about: "Whether the answer equals the expected text, ignoring white space at the ends.",
  needs: ["actualOutput", "expectedOutput"],
  tags: ["heuristic", "binary"],
  blankIsPresent: true,
  measure({ actualOutput, expectedOutput }) {
    const score = exactMatch(actualOutput, expectedOutput);
    const explanation =
      score === 1 ? "The answer equals the expected text." : "The answer does not equal the expected text.";
    return { score: fromRaw(score), explanation, result: { isMatch: score === 1 } };
  },
  signals: ({ isMatch }) => [{ name: "is_match", value: isMatch, headlineDisplay: true }],
});
