/** How well an agent kept to its persona, and how evenly. */
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
  /** One per turn, at least one. */
  readonly adherences: readonly number[];
  readonly consistency: number;
  /** What the judge said of drift. */
  readonly driftSeen: boolean;
}

/** The mean adherence of the turns and the consistency over the conversation, weighted. */
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
