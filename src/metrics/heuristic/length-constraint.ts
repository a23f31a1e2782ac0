/** Length Constraint: does the answer stay within its length limits? */
import { z } from "zod";
import { formatCount } from "../../core/format-count.ts";
import { fromRaw, notApplicable } from "../../core/score.ts";
import { type LengthCheck, lengthCheck } from "../arithmetic/text/length-check.ts";
import { defaultAbbreviations } from "../arithmetic/text/sentences.ts";
import { defineMetric } from "../define-metric.ts";

const bound = z.number().int().min(0).nullable();

interface LengthReading extends LengthCheck {
  readonly maxChars: number | null;
  readonly sentenceRange: readonly [number | null, number | null] | null;
}

/** 1 if the number of characters, and of sentences if a range is given, is within the limits, otherwise 0. */
export const LengthConstraint = defineMetric({
  id: "length_constraint",
  title: "Length Constraint",
  about: "Whether the answer stays within limits for characters and sentences.",
  needs: [],
  uses: ["actualOutput", "additionalOutput"],
  options: z.strictObject({
    maxChars: bound.default(2800),
    sentenceRange: z
      .tuple([bound, bound])
      .refine(([fewest, most]) => fewest === null || most === null || fewest <= most, "the minimum exceeds the maximum")
      .nullable()
      .default(null),
    abbreviations: z.array(z.string()).readonly().default(defaultAbbreviations),
  }),
  threshold: 1,
  tags: ["heuristic"],
  blankIsPresent: true,
  measure({ actualOutput }, { options }) {
    if (actualOutput === undefined) return { score: notApplicable("the item has no actualOutput") };
    const { maxChars, sentenceRange } = options;
    const result: LengthReading = { ...lengthCheck(actualOutput, options), maxChars, sentenceRange };
    return { score: fromRaw(result.score), explanation: explain(result), result };
  },
  signals: ({ charCount, sentenceCount, sentenceRange, score }) => [
    { name: "char_count", value: charCount, headlineDisplay: true },
    { name: "sentence_count", value: sentenceCount, headlineDisplay: sentenceRange !== null },
    { name: "status", value: score === 1 ? "within limits" : "outside limits" },
  ],
});

function explain({ score, charCount, sentenceCount, maxChars, sentenceRange }: LengthReading): string {
  const [fewest, most] = sentenceRange ?? [null, null];
  const characters = `${charCount} characters (${maxChars === null ? "no limit" : `at most ${maxChars}`})`;
  const range = sentenceRange === null ? "" : ` (${fewest ?? 0} to ${most ?? "any number"})`;
  return `${characters} and ${formatCount(sentenceCount, "sentence")}${range}: ${score === 1 ? "within" : "outside"} the limits.`;
}
