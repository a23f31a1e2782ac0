/** Answers the typed questions of scoring: the built-in `rules`, or a judge of one's own. */
import { z } from "zod";
import type { Question } from "./question.ts";
import { TokenUsage } from "./token-usage.ts";

/** What a judge says. `value` is hostile until it has been parsed with the question's own schema. */
export type Answer =
  | { readonly status: "answered"; readonly value: unknown; readonly usage?: TokenUsage }
  /** It will not answer, and asking again would not help. */
  | { readonly status: "declined"; readonly why: string }
  /** It could not answer this time. */
  | { readonly status: "failed"; readonly why: string; readonly raw?: string };

export interface Judge {
  readonly id: string;
  readonly kind?: "rules" | "custom";
  /** Takes all interactions of a run at once instead of batches of 50. */
  readonly wholeRun?: boolean;
  /** On a further attempt `question` holds only what is missing, and `problem` says what was wrong before. */
  ask(
    question: Question,
    context: { readonly abort: AbortSignal; readonly attempt: number; readonly problem?: string },
  ): Promise<Answer>;
}

/** Who answered one question, as the report says it. */
export const JudgeUsed = z.object({
  kind: z.enum(["rules", "custom"]),
  name: z.string(),
  attempts: z.number().int(),
  tokenUsage: TokenUsage.optional(),
});
export type JudgeUsed = z.infer<typeof JudgeUsed>;
