/** The three-way verdict on a difference B - A. */
import { requireFinite, requireOpenProbability, requireNotNegative, requireProbability } from "../arguments.ts";

/** What the data says about a change. */
export type Verdict = "regressed" | "no-change" | "not-enough-data";

/** A difference, its interval and its p value; null if the data is not sufficient. */
export interface TestEvidence {
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p: number | null;
}

/** The drop that matters, and how often a verdict may be wrong. */
export interface VerdictOptions {
  readonly margin?: number | undefined;
  readonly alpha?: number | undefined;
}

/** "No change" means proof that there was no drop as large as the margin, not merely a lack of proof of one. */
export function verdict(
  evidence: TestEvidence,
  { margin = 0.03, alpha = 0.05 }: VerdictOptions = {},
): { verdict: Verdict; improved: boolean } {
  requireEvidence(evidence);
  requireNotNegative(margin, "verdict: margin");
  requireOpenProbability(alpha, "verdict: alpha");
  const { lower, upper, p } = evidence;
  if (lower === null || upper === null || p === null) return { verdict: "not-enough-data", improved: false };
  if (lower > -margin) return { verdict: "no-change", improved: lower > 0 && p <= alpha };
  if (upper < 0 && p <= alpha) return { verdict: "regressed", improved: false };
  return { verdict: "not-enough-data", improved: false };
}

function requireEvidence({ estimate, lower, upper, p }: TestEvidence): void {
  for (const [place, value] of Object.entries({ estimate, lower, upper }))
    if (value !== null) requireFinite(value, `verdict: ${place}`);
  if (p !== null) requireProbability(p, "verdict: p");
}
