/** Conversation Efficiency: how much of the conversation was needed? */
import { z } from "zod";
import type { MultiTurnConversation } from "../../core/item/message.ts";
import { failed, fromRaw, notApplicable } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { clamp01, sum } from "../arithmetic/rounding.ts";
import { defineMetric } from "../define-metric.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { QuestionOutcome } from "../judging/question.ts";
import {
  analyzeParts,
  type ConversationParts,
  toMessageFacts,
  toMomentFacts,
  toTurnFacts,
} from "./conversation-facts.ts";
import { findMoments, judgeTurns } from "./questions/conversation.ts";
import { findGoal, findPath, findWaste, type Inefficiency } from "./questions/efficiency.ts";
import { hasUnitSum } from "./weights.ts";

const share = z.number().min(0).max(1);

interface Waste {
  readonly primaryGoal: string;
  readonly goalComplexity: string;
  readonly inefficiencies: readonly Inefficiency[];
  readonly optimalTurns: number;
  /** The judge's own total; shown but not used. */
  readonly judgedTotal: number | null;
}

interface EfficiencyReading extends EfficiencyScore, Waste {
  readonly turns: number;
}

/** Combines the share of turns that were not wasted with the closeness to the shortest good conversation. */
export const ConversationEfficiency = defineMetric({
  id: "conversation_efficiency",
  title: "Conversation Efficiency",
  about: "How little of the conversation was wasted, and how close it was to the shortest path.",
  needs: ["conversation", "judge"],
  options: z
    .strictObject({
      efficiencyWeight: share.default(0.6),
      optimalPathWeight: share.default(0.4),
      severeInefficiencyPenalty: share.default(0.15),
      moderateInefficiencyPenalty: share.default(0.08),
      minorInefficiencyPenalty: share.default(0.03),
    })
    .refine(({ efficiencyWeight, optimalPathWeight }) => hasUnitSum(efficiencyWeight, optimalPathWeight), {
      path: ["efficiencyWeight"],
      message: "must add up to 1 with optimalPathWeight",
    }),
  tags: ["agent", "multi_turn"],
  questions: [findMoments, judgeTurns, findGoal, findWaste, findPath],
  async measure({ conversation }, { options, analyses }) {
    const turns = conversation.messages.filter(({ role }) => role !== "tool").length;
    if (turns === 0) return { score: notApplicable("the conversation has only tool messages") };
    const parts = await analyzeParts(analyses, conversation);
    if (parts.status === "failed") return { score: failed(parts.why) };
    const waste = await analyzeWaste(analyses, { conversation, parts: parts.value, turns });
    if (waste.status === "failed") return { score: failed(waste.why) };
    const { efficiencyWeight, optimalPathWeight } = options;
    const penalties = {
      severe: options.severeInefficiencyPenalty,
      moderate: options.moderateInefficiencyPenalty,
      minor: options.minorInefficiencyPenalty,
    };
    const score = efficiencyScore({ turns, ...waste.value }, { efficiencyWeight, optimalPathWeight, penalties });
    const result: EfficiencyReading = { ...score, ...waste.value, turns };
    const metadata = { judgedTotalWastedTurns: waste.value.judgedTotal };
    return { score: fromRaw(score.score), explanation: explain(result), result, metadata };
  },
  signals: (reading: EfficiencyReading): Signal[] => [
    { name: "final_composite_score", value: reading.score, headlineDisplay: true },
    { name: "efficiency_score", value: reading.efficiency },
    { name: "optimal_path_score", value: reading.optimalPath },
    { name: "redundancy_ratio", value: reading.redundancyRatio },
    { name: "total_penalty", value: reading.totalPenalty },
    { name: "total_turns", value: reading.turns },
    { name: "wasted_turns", value: reading.wastedTurns },
    { name: "optimal_turn_count", value: reading.optimalTurns },
    { name: "goal_complexity", value: reading.goalComplexity },
    { name: "primary_goal", value: reading.primaryGoal },
    { name: "inefficiency_count", value: reading.inefficiencies.length, headlineDisplay: true },
    { name: "tool_related_count", value: reading.inefficiencies.filter(({ toolRelated }) => toolRelated).length },
    ...reading.inefficiencies.flatMap(inefficiencySignals),
  ],
});

interface WasteInput {
  readonly conversation: MultiTurnConversation;
  readonly parts: ConversationParts;
  readonly turns: number;
}

/** Asks three questions, each based on the previous answer. */
async function analyzeWaste(
  analyses: Analyses,
  { conversation, parts, turns }: WasteInput,
): Promise<QuestionOutcome<Waste>> {
  const messages = toMessageFacts(conversation);
  const moments = toMomentFacts(parts.moments);
  const goal = await analyses.ask(findGoal, { messages, moments });
  if (goal.status === "failed") return goal;
  const { primaryGoal, goalComplexity, expectedTurnRange } = goal.value;
  const waste = await analyses.ask(findWaste, { messages, primaryGoal, turns: toTurnFacts(parts.turns), moments });
  if (waste.status === "failed") return waste;
  const { inefficiencies, totalWastedTurns } = waste.value;
  const known = { primaryGoal, goalComplexity, expectedTurnRange, actualTurnCount: turns };
  const path = await analyses.ask(findPath, { messages, ...known, inefficiencies });
  if (path.status === "failed") return path;
  const { optimalTurnCount: optimalTurns } = path.value;
  return {
    status: "answered",
    value: { primaryGoal, goalComplexity, inefficiencies, optimalTurns, judgedTotal: totalWastedTurns ?? null },
  };
}

function inefficiencySignals(one: Inefficiency, index: number): Signal[] {
  const group = `inefficiency_${index}`;
  return [
    { name: "type", value: one.type, group, headlineDisplay: true },
    { name: "severity", value: one.severity, group },
    { name: "turns_wasted", value: one.turnsWasted, group },
    { name: "turn_indices", value: one.turnIndices, group },
    { name: "description", value: one.description, group },
  ];
}

function explain({ turns, wastedTurns, inefficiencies, optimalTurns }: EfficiencyReading): string {
  return `${wastedTurns} of ${turns} turns were wasted in ${inefficiencies.length} inefficiencies; ${optimalTurns} turns would have been enough.`;
}

/** Scores how directly a conversation reached its end. */
type Severity = "severe" | "moderate" | "minor";

interface EfficiencyFacts {
  /** Number of messages other than tool messages; at least one. */
  readonly turns: number;
  readonly inefficiencies: readonly { readonly turnsWasted: number; readonly severity: Severity }[];
  readonly optimalTurns: number;
}

interface EfficiencyOptions {
  readonly efficiencyWeight: number;
  readonly optimalPathWeight: number;
  readonly penalties: Readonly<Record<Severity, number>>;
}

interface EfficiencyScore {
  readonly score: number;
  readonly efficiency: number;
  readonly optimalPath: number;
  readonly wastedTurns: number;
  /** Share of turns that were wasted, at most 1. */
  readonly redundancyRatio: number;
  readonly totalPenalty: number;
}

/** Combines the efficiency after waste and penalties with the closeness to the shortest possible path. */
function efficiencyScore(
  { turns, inefficiencies, optimalTurns }: EfficiencyFacts,
  options: EfficiencyOptions,
): EfficiencyScore {
  const wastedTurns = sum(inefficiencies.map(({ turnsWasted }) => turnsWasted));
  const totalPenalty = sum(inefficiencies.map(({ severity }) => options.penalties[severity]));
  const redundancyRatio = Math.min(1, wastedTurns / turns);
  const efficiency = Math.max(0, 1 - redundancyRatio - totalPenalty);
  const optimalPath = clamp01(1 - (turns - optimalTurns) / turns);
  const score = options.efficiencyWeight * efficiency + options.optimalPathWeight * optimalPath;
  return { score, efficiency, optimalPath, wastedTurns, redundancyRatio, totalPenalty };
}
