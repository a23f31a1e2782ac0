/** Scores relevancy from the verdicts on statements. */

export type RelevancyVerdict = "yes" | "no" | "idk";

export interface RelevancyOptions {
  /** A statement that the judge could not decide counts against the answer. */
  readonly penalizeAmbiguity?: boolean;
}

/** Whether a verdict counts towards the score. */
export function countsAsRelevant(
  verdict: RelevancyVerdict,
  { penalizeAmbiguity = false }: RelevancyOptions = {},
): boolean {
  return verdict === "yes" || (verdict === "idk" && !penalizeAmbiguity);
}

/** Returns the share of verdicts that count as relevant; null without verdicts. */
export function relevancyScore(verdicts: readonly RelevancyVerdict[], options: RelevancyOptions = {}): number | null {
  if (verdicts.length === 0) return null;
  return verdicts.filter((verdict) => countsAsRelevant(verdict, options)).length / verdicts.length;
}
