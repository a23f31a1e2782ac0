/** Verdicts on statements as a score of relevancy. */

export type RelevancyVerdict = "yes" | "no" | "idk";

export interface RelevancyOptions {
  /** A statement of which the judge could not tell counts against the answer. */
  readonly penalizeAmbiguity?: boolean;
}

/** Whether a verdict counts towards the score. */
export function countsAsRelevant(
  verdict: RelevancyVerdict,
  { penalizeAmbiguity = false }: RelevancyOptions = {},
): boolean {
  return verdict === "yes" || (verdict === "idk" && !penalizeAmbiguity);
}

/** The share of verdicts that count; null without verdicts. */
export function relevancyScore(verdicts: readonly RelevancyVerdict[], options: RelevancyOptions = {}): number | null {
  if (verdicts.length === 0) return null;
  return verdicts.filter((verdict) => countsAsRelevant(verdict, options)).length / verdicts.length;
}
