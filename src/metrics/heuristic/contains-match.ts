/** Contains Match: does the answer contain the expected text? */
import { fromRaw } from "../../core/score.ts";
import { containsMatch } from "../arithmetic/text/string-match.ts";
import { defineMetric } from "../define-metric.ts";

/** 1 if the trimmed expected text occurs in the answer, otherwise 0; an empty text always occurs. */
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
      score === 1 ? "The answer contains the expected text." : "The answer does not contain the expected text.";
    return { score: fromRaw(score), explanation, result: { isMatch: score === 1 } };
  },
  signals: ({ isMatch }) => [{ name: "is_match", value: isMatch, headlineDisplay: true }],
});
