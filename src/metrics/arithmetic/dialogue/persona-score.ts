/** Scores how well and how consistently an agent kept to its persona. */
import { sum } from "../rounding.ts";

export interface PersonaOptions {
  readonly adherenceWeight: number;
  readonly consistencyWeight: number;
  readonly personaBreakThreshold: number;
  readonly driftDetectionThreshold: number;
}

export interface PersonaScore {
  readonly score: number;
  readonly adherence: number;
  /** Sample variance; 0 for a single turn. */
  readonly variance: number;
  readonly breaks: number;
  readonly driftDetected: boolean;
}

export interface PersonaFacts {
  /** One per turn; at least one. */
  readonly adherences: readonly number[];
  readonly consistency: number;
  /** Whether the judge reported drift. */
  readonly driftSeen: boolean;
}

/** Returns the weighted sum of the turns' mean adherence and the consistency over the conversation. */
export function personaScore(
  { adherences, consistency, driftSeen }: PersonaFacts,
  options: PersonaOptions,
): PersonaScore {
  const adherence = sum(adherences) / adherences.length;
  const squares = sum(adherences.map((value) => (value - adherence) ** 2));
  const variance = adherences.length < 2 ? 0 : squares / (adherences.length - 1);
  return {
    score: options.adherenceWeight * adherence + options.consistencyWeight * consistency,
    adherence,
    variance,
    breaks: adherences.filter((value) => value < options.personaBreakThreshold).length,
    driftDetected: driftSeen || variance > options.driftDetectionThreshold,
  };
}
