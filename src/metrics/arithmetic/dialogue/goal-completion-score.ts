/** Scores how far a conversation reached its goal, and how directly. */
import { sum } from "../rounding.ts";

export const goalStatuses = ["achieved", "partially_achieved", "not_achieved", "abandoned"] as const;
export type GoalStatus = (typeof goalStatuses)[number];
type GoalOutcome = "achieved" | "partially_achieved" | "abandoned" | "failed";

interface SubGoalFacts {
  readonly status: GoalStatus;
  readonly requiredClarifications: number;
  readonly firstMentionedTurn: number | null;
  readonly turnsToComplete: number | null;
}

export interface GoalFacts {
  readonly subGoals: readonly SubGoalFacts[];
  /** One per moment that serves the goal. */
  readonly momentEfficiencies: readonly number[];
  readonly moments: number;
  readonly mappedMoments: number;
  readonly messages: number;
}

export interface GoalOptions {
  readonly completionWeight: number;
  readonly efficiencyWeight: number;
  readonly bottleneckThreshold: number;
  readonly maxClarificationPenalty: number;
  readonly clarificationPenaltyRate: number;
  readonly goalDriftThreshold: number;
  readonly outcomeThresholdAchieved: number;
  readonly outcomeThresholdPartial: number;
}

interface EfficiencyParts {
  /** Null if no moment serves the goal; then only completion counts. */
  readonly efficiency: number | null;
  readonly averageClarifications: number;
  readonly clarificationPenalty: number;
  readonly averageMomentEfficiency: number | null;
}

export interface GoalScore extends EfficiencyParts {
  readonly score: number;
  readonly completion: number;
  readonly bottlenecks: number;
  readonly unmappedMomentShare: number;
  readonly driftDetected: boolean;
  readonly abandonedEarly: boolean;
  readonly outcome: GoalOutcome;
}

const statusScores: Readonly<Record<GoalStatus, number>> = {
  achieved: 1,
  partially_achieved: 0.5,
  not_achieved: 0,
  abandoned: 0,
};

/** Combines completion of the sub-goals with the efficiency of the moments that serve them; null without sub-goals. */
export function goalCompletionScore(facts: GoalFacts, options: GoalOptions): GoalScore | null {
  const { subGoals, moments, mappedMoments } = facts;
  if (subGoals.length === 0) return null;
  const completion = sum(subGoals.map(({ status }) => statusScores[status])) / subGoals.length;
  const way = computeEfficiency(facts, options);
  const { completionWeight, efficiencyWeight } = options;
  const unmappedMomentShare = moments === 0 ? 0 : (moments - mappedMoments) / moments;
  const abandonedEarly = subGoals.some((goal) => wasAbandonedEarly(goal, facts.messages));
  return {
    score: way.efficiency === null ? completion : completionWeight * completion + efficiencyWeight * way.efficiency,
    completion,
    ...way,
    bottlenecks: subGoals.filter((goal) => (goal.turnsToComplete ?? 0) > options.bottleneckThreshold).length,
    unmappedMomentShare,
    driftDetected: unmappedMomentShare > options.goalDriftThreshold,
    abandonedEarly,
    outcome: classifyOutcome(completion, abandonedEarly, options),
  };
}

/** Mean efficiency of the moments, reduced by a penalty for clarifications. */
function computeEfficiency(
  { subGoals, momentEfficiencies: moments }: GoalFacts,
  options: GoalOptions,
): EfficiencyParts {
  const averageClarifications = sum(subGoals.map((goal) => goal.requiredClarifications)) / subGoals.length;
  const clarificationPenalty = Math.min(
    options.maxClarificationPenalty,
    averageClarifications * options.clarificationPenaltyRate,
  );
  const averageMomentEfficiency = moments.length === 0 ? null : sum(moments) / moments.length;
  const efficiency =
    averageMomentEfficiency === null ? null : Math.max(0, averageMomentEfficiency - clarificationPenalty);
  return { efficiency, averageClarifications, clarificationPenalty, averageMomentEfficiency };
}

function wasAbandonedEarly({ status, firstMentionedTurn }: SubGoalFacts, messages: number): boolean {
  return status === "abandoned" && firstMentionedTurn !== null && firstMentionedTurn < messages / 2;
}

function classifyOutcome(completion: number, abandonedEarly: boolean, options: GoalOptions): GoalOutcome {
  if (completion >= options.outcomeThresholdAchieved) return "achieved";
  if (completion >= options.outcomeThresholdPartial) return "partially_achieved";
  return abandonedEarly ? "abandoned" : "failed";
}
