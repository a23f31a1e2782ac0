/** Contains Match: does the answer hold the expected text? */
import { fromRaw } from "../../core/score.ts";
import { containsMatch } from "../arithmetic/text/string-match.ts";
import { defineMetric } from "../define-metric.ts";

/** 1 if the expected text, trimmed, occurs in the answer, else 0; an empty one always does. */
export const ContainsMatch = defineMetric({
  id: "contains_match",
  title: "Contains Match",
  about: "Whether the expected text occurs in the answer.",
  needs: ["actualOutput", "expectedOutput"],
  tags: ["heuristic", "binary"],
  blankIsPresent: true,
  measure({ actualOutput, expectedOutput }) {
    const score = containsMatch(actualOutput, expectedOutput);
    const explanation =
      score === 1 ? "The answer holds the expected text." : "The answer does not hold the expected text.";
    return { score: fromRaw(score), explanation, result: { isMatch: score === 1 } };
  },
  signals: ({ isMatch }) => [{ name: "is_match", value: isMatch, headlineDisplay: true }],
});
