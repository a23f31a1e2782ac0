/** Finds the claims of a text and judges each: in two questions, or in one in holistic mode. */
import type { Json } from "../../core/json.ts";
import { EvaluationMode } from "../evaluation-mode.ts";
import { notApplicable } from "../../core/score.ts";
import { z } from "zod";
import type { Analyses } from "../judging/analyses.ts";
import type { BatchQuestion, QuestionOutcome, Question } from "../judging/question.ts";
import { extractClaims } from "./questions/claims.ts";

/** Options of metrics that judge claims. */
export const claimOptions = {
  mode: z.enum([EvaluationMode.GRANULAR, EvaluationMode.HOLISTIC]).default(EvaluationMode.GRANULAR),
  /** The score of an answer without claims; null means no score. */
  scoreWithoutClaims: z.number().min(0).max(1).nullable().default(null),
};

interface ClaimVerdict<Word> {
  readonly reason: string;
  readonly verdict: Word;
}
export type JudgedClaim<Word> = ClaimVerdict<Word> & { readonly statement: string };

/** One kind of judgement: the question about a list of claims, and the one about a whole text. */
export interface ClaimRequest<Word> {
  readonly text: string;
  readonly mode: EvaluationMode;
  readonly facts: Readonly<Record<string, Json>>;
  readonly each: BatchQuestion<ClaimVerdict<Word>>;
  readonly whole: Question<{ verdicts: JudgedClaim<Word>[] }>;
}

export async function judgeClaims<Word>(
  analyses: Analyses,
  { text, mode, facts, each, whole }: ClaimRequest<Word>,
): Promise<QuestionOutcome<readonly JudgedClaim<Word>[]>> {
  if (mode === EvaluationMode.HOLISTIC) {
    const found = await analyses.ask(whole, { ...facts, text });
    return found.status === "failed" ? found : { status: "answered", value: found.value.verdicts };
  }
  const claims = await analyses.ask(extractClaims, { text });
  if (claims.status === "failed") return claims;
  const statements = claims.value.statements.filter((statement) => statement.trim() !== "");
  const verdicts = await analyses.askEach({ question: each, facts, elements: statements });
  if (verdicts.status === "failed") return verdicts;
  const judged = verdicts.value.map(({ reason, verdict }, index) => ({
    statement: statements[index] ?? "",
    reason,
    verdict,
  }));
  return { status: "answered", value: judged };
}

/** An answer without claims has no score unless the options set one, because it cannot be distinguished from a bad reply of the judge. */
export const noClaims = notApplicable("no claims were found in the answer");
export const noClaimsExplanation = "No claims were found; the score comes from the options.";
