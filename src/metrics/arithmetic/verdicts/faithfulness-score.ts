/** Scores faithfulness from the verdicts on claims. */
import { clamp01, sum } from "../rounding.ts";

export const faithfulnessVerdicts = ["FULLY_SUPPORTED", "PARTIALLY_SUPPORTED", "NO_EVIDENCE", "CONTRADICTORY"] as const;
export type FaithfulnessVerdict = (typeof faithfulnessVerdicts)[number];

export interface FaithfulnessOptions {
  /** A claim without evidence lowers the score as much as a contradicted one. */
  readonly strictMode?: boolean;
  /** Weights of individual verdicts; any entry switches `strictMode` off. */
  readonly verdictScores?: Readonly<Record<string, number>> | null;
}

const weights: Readonly<Record<FaithfulnessVerdict, number>> = {
  FULLY_SUPPORTED: 1,
  PARTIALLY_SUPPORTED: 0.5,
  NO_EVIDENCE: 0,
  CONTRADICTORY: -1,
};

/** Returns the mean weight of the verdicts, limited to 0 to 1; null without verdicts. */
export function faithfulnessScore(verdicts: readonly string[], options: FaithfulnessOptions = {}): number | null {
  const weightOf = resolveFaithfulnessWeights(options);
  const values = verdicts.map((verdict) => weightOf[parseFaithfulnessVerdict(verdict)]);
  return values.length === 0 ? null : clamp01(sum(values) / values.length);
}

/** Returns the weight of each verdict under these options. */
export function resolveFaithfulnessWeights(
  options: FaithfulnessOptions = {},
): Readonly<Record<FaithfulnessVerdict, number>> {
  const own = Object.entries(options.verdictScores ?? {});
  if (own.length > 0)
    return { ...weights, ...Object.fromEntries(own.map(([name, value]) => [parseFaithfulnessVerdict(name), value])) };
  return options.strictMode ? { ...weights, NO_EVIDENCE: -1 } : weights;
}

/** Parses a verdict's name, ignoring case and treating spaces and dashes as underscores. */
export function parseFaithfulnessVerdict(name: string): FaithfulnessVerdict {
  const wanted = name
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, "_");
  const found = faithfulnessVerdicts.find((verdict) => verdict === wanted);
  if (found === undefined)
    throw new RangeError(`"${name}" is not a verdict; use one of ${faithfulnessVerdicts.join(", ")}`);
  return found;
}
