/** Scores how well a conversation flowed. */
import { sum } from "../rounding.ts";
import { type FlowConfig, resolveFlowConfig, type FlowConfigOption } from "./flow-config.ts";
import type { DialogueState, FlowIssue, FlowIssueType, FlowMoment, FlowTurn } from "./flow-turn.ts";
import { findFlowIssues, listUserEfforts } from "./issues.ts";

interface FlowParts {
  readonly coherence: number;
  readonly efficiency: number;
  readonly userExperience: number;
}

interface FlowComponents extends FlowParts {
  readonly rawPenalty: number;
  readonly cappedPenalty: number;
  readonly baseScore: number;
  readonly finalScore: number;
}

export interface FlowScore {
  readonly components: FlowComponents;
  readonly issues: readonly FlowIssue[];
}

const productive: ReadonlySet<DialogueState> = new Set([
  "Information Gathering",
  "Tool Execution",
  "Solution Proposal",
  "Confirmation",
]);

const baseWeights: FlowParts = { coherence: 0.4, efficiency: 0.3, userExperience: 0.3 };

/** Maps each issue to its penalty weight in the settings. */
export const penaltyByIssue: Readonly<Record<FlowIssueType, keyof FlowConfig["penaltyWeights"]>> = {
  state_loop: "stateLoop",
  effort_degradation: "effortDegradation",
  correction_cascade: "correctionCascade",
  coherence_drop: "coherenceDrop",
};

/** Returns coherence, efficiency and user experience, minus penalties for issues; null if no user message has an effort score. */
export function conversationFlowScore(
  turns: readonly FlowTurn[],
  moments: readonly FlowMoment[],
  option: FlowConfigOption = "balanced",
): FlowScore | null {
  const efforts = listUserEfforts(turns);
  if (efforts.length === 0) return null;
  const config = resolveFlowConfig(option);
  const issues = findFlowIssues(turns, moments, config);
  const parts = {
    coherence: computeCoherence(moments),
    efficiency: turns.filter(({ state }) => productive.has(state)).length / turns.length,
    userExperience: 1 - Math.min(1, sum(efforts) / efforts.length),
  };
  const rawPenalty = sum(issues.map(({ type, severity }) => config.penaltyWeights[penaltyByIssue[type]] * severity));
  const cappedPenalty = Math.min(rawPenalty, config.maxTotalPenalty);
  const baseScore = computeBaseScore(parts, config.useGeometricMean);
  const finalScore = Math.max(0, baseScore - cappedPenalty);
  return { components: { ...parts, rawPenalty, cappedPenalty, baseScore, finalScore }, issues };
}

function computeBaseScore(parts: FlowParts, geometric: boolean): number {
  const { coherence, efficiency, userExperience } = parts;
  if (geometric) return Math.cbrt(coherence * efficiency * userExperience);
  return (
    baseWeights.coherence * coherence +
    baseWeights.efficiency * efficiency +
    baseWeights.userExperience * userExperience
  );
}

function computeCoherence(moments: readonly FlowMoment[]): number {
  const turns = sum(moments.map(({ turnCount }) => turnCount));
  return turns === 0 ? 0 : sum(moments.map(({ coherenceScore, turnCount }) => coherenceScore * turnCount)) / turns;
}
