/** Persona & Tone Adherence: does the agent keep to its persona and tone throughout? */
import { z } from "zod";
import { failed, fromRaw, notApplicable } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { formatReadable, sum } from "../arithmetic/rounding.ts";
import { defineMetric } from "../define-metric.ts";
import { isAgentSpeech, judgeAgentMessages, type JudgedPersonaTurn } from "./judge-agent-messages.ts";
import { defaultPersona, Persona, readPersona } from "./persona.ts";
import { findMoments } from "./questions/conversation.ts";
import { judgeConsistency, judgePersona } from "./questions/persona.ts";
import { readOwnValue } from "./read-value.ts";
import { hasUnitSum } from "./weights.ts";

const share = z.number().min(0).max(1);

interface PersonaReading extends PersonaScore {
  readonly consistency: number;
  readonly driftDirection: string | null;
  readonly turns: readonly JudgedPersonaTurn[];
}

/** Combines the mean adherence of the agent's messages with their consistency. */
export const PersonaToneAdherence = defineMetric({
  id: "persona_tone_adherence",
  title: "Persona & Tone Adherence",
  className: "PersonaToneAdherence",
  about: "Whether the agent keeps to its persona and tone, message by message and throughout.",
  needs: ["conversation", "judge"],
  uses: ["additionalInput", "personaDescription"],
  options: z
    .strictObject({
      /** The key of the persona in the additional input. */
      personaKey: z.string().min(1).default("persona"),
      persona: Persona.nullable().default(null),
      adherenceWeight: share.default(0.7),
      consistencyWeight: share.default(0.3),
      personaBreakThreshold: share.default(0.6),
      driftDetectionThreshold: share.default(0.15),
      /** If false, tool messages are judged as well. */
      analyzeOnlyAgentTurns: z.boolean().default(true),
    })
    .refine(({ adherenceWeight, consistencyWeight }) => hasUnitSum(adherenceWeight, consistencyWeight), {
      path: ["adherenceWeight"],
      message: "must add up to 1 with consistencyWeight",
    }),
  tags: ["agent", "multi_turn"],
  questions: [judgePersona, findMoments, judgeConsistency],
  async measure({ conversation, additionalInput, personaDescription }, { options, analyses }) {
    if (!conversation.messages.some(isAgentSpeech))
      return { score: notApplicable("the conversation has no agent message") };
    const written = readOwnValue(additionalInput, options.personaKey);
    const persona = options.persona ?? readPersona(written) ?? readPersona(personaDescription) ?? defaultPersona;
    if ("problem" in persona) return { score: failed(persona.problem) };
    const judged = await judgeAgentMessages(analyses, {
      conversation,
      persona,
      withTools: !options.analyzeOnlyAgentTurns,
    });
    if (judged.status === "failed") return { score: failed(judged.why) };
    const { turns, consistency } = judged.value;
    const { consistencyScore, toneDriftDetected: driftSeen, driftDirection = null } = consistency;
    const adherences = turns.map((turn) => turn.adherenceScore);
    const score = personaScore({ adherences, consistency: consistencyScore, driftSeen }, options);
    const result: PersonaReading = { ...score, consistency: consistencyScore, driftDirection, turns };
    return { score: fromRaw(score.score), explanation: explain(result), result };
  },
  signals: (reading: PersonaReading): Signal[] => [
    { name: "final_composite_score", value: reading.score, headlineDisplay: true },
    { name: "adherence_score", value: reading.adherence },
    { name: "consistency_score", value: reading.consistency },
    { name: "adherence_variance", value: reading.variance },
    { name: "analyzed_turns", value: reading.turns.length },
    { name: "persona_breaks", value: reading.breaks, headlineDisplay: true },
    { name: "tone_drift_detected", value: reading.driftDetected },
    { name: "drift_direction", value: reading.driftDirection },
    ...reading.turns.flatMap((turn): Signal[] => {
      const group = `turn_${turn.turnIndex}`;
      return [
        { name: "adherence_score", value: turn.adherenceScore, group, headlineDisplay: true },
        { name: "tone_classification", value: turn.toneClassification, group },
        { name: "persona_match", value: turn.personaMatch, group },
        { name: "deviation_type", value: turn.deviationType, group },
      ];
    }),
  ],
});

function explain({ adherence, consistency, breaks, turns, driftDetected }: PersonaReading): string {
  const drift = driftDetected ? "; the tone drifts" : "";
  return `Adherence ${formatReadable(adherence)} over ${turns.length} messages, consistency ${formatReadable(consistency)}, ${breaks} breaks${drift}.`;
}

/** Scores how well and how consistently an agent kept to its persona. */
interface PersonaOptions {
  readonly adherenceWeight: number;
  readonly consistencyWeight: number;
  readonly personaBreakThreshold: number;
  readonly driftDetectionThreshold: number;
}

interface PersonaScore {
  readonly score: number;
  readonly adherence: number;
  /** Sample variance; 0 for a single turn. */
  readonly variance: number;
  readonly breaks: number;
  readonly driftDetected: boolean;
}

interface PersonaFacts {
  /** One per turn; at least one. */
  readonly adherences: readonly number[];
  readonly consistency: number;
  /** Whether the judge reported drift. */
  readonly driftSeen: boolean;
}

/** Returns the weighted sum of the turns' mean adherence and the consistency over the conversation. */
function personaScore({ adherences, consistency, driftSeen }: PersonaFacts, options: PersonaOptions): PersonaScore {
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
