/** How often people took the work that a competition proposed, from their picks. */
import type { ReviewLabel } from "../../core/review/review-label.ts";
import { wilsonInterval } from "../../statistics/one-group/wilson.ts";
import { settleLabels } from "./settle-labels.ts";

export interface PickAgreement {
  /** Competitions with a decision of people. */
  readonly n: number;
  /** How many of them went to the proposed winner. */
  readonly agreed: number;
  readonly share: { readonly value: number; readonly lower: number; readonly upper: number };
  /** The picks of other entrants. */
  readonly others: readonly ReviewLabel[];
}

/** Null without picks. */
export function measurePicks(labels: readonly ReviewLabel[]): PickAgreement | null {
  const picks = settleLabels(labels).filter(({ level, human }) => level === "pick" && human !== null);
  const agreed = picks.filter(({ human }) => human === "pass").length;
  const interval = wilsonInterval(agreed, picks.length);
  if (interval === null) return null;
  return {
    n: picks.length,
    agreed,
    share: { value: interval.estimate, lower: interval.lower, upper: interval.upper },
    others: picks.filter(({ human }) => human === "fail").map(({ label }) => label),
  };
}
