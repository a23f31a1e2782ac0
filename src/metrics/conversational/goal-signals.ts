/** The signals of Goal Completion. */
import type { Signal } from "../../core/score/signal.ts";
import type { GoalOptions, GoalScore, GoalStatus } from "../arithmetic/dialogue/goal-completion-score.ts";
import type { GoalAnalysis, MomentMapping, SubGoal } from "./questions/goal.ts";

export interface GoalReading extends GoalScore {
  readonly analysis: GoalAnalysis;
  readonly options: GoalOptions;
  readonly messages: number;
  readonly moments: number;
}

export function toGoalSignals(reading: GoalReading): Signal[] {
  const { analysis } = reading;
  return [
    { name: "final_composite_score", value: reading.score, headlineDisplay: true },
    { name: "outcome", value: reading.outcome, headlineDisplay: true },
    { name: "completion_score", value: reading.completion },
    { name: "efficiency_score", value: reading.efficiency },
    { name: "completion_weight", value: reading.options.completionWeight },
    { name: "efficiency_weight", value: reading.options.efficiencyWeight },
    { name: "primary_goal", value: analysis.primaryGoal },
    { name: "goal_evolution", value: analysis.goalEvolution },
    ...subGoalCounts(analysis.subGoals),
    { name: "average_clarifications", value: reading.averageClarifications },
    { name: "clarification_penalty", value: reading.clarificationPenalty },
    { name: "average_moment_efficiency", value: reading.averageMomentEfficiency },
    { name: "bottleneck_count", value: reading.bottlenecks },
    { name: "goal_drift_detected", value: reading.driftDetected },
    { name: "unmapped_moment_share", value: reading.unmappedMomentShare },
    { name: "abandoned_early", value: reading.abandonedEarly },
    { name: "total_turns", value: reading.messages },
    { name: "total_moments", value: reading.moments },
    ...analysis.subGoals.flatMap(subGoalSignals),
    ...analysis.goalMomentMappings.flatMap(mappingSignals),
  ];
}

function subGoalCounts(subGoals: readonly SubGoal[]): Signal[] {
  const count = (wanted: GoalStatus): number => subGoals.filter(({ status }) => status === wanted).length;
  return [
    { name: "total_sub_goals", value: subGoals.length },
    { name: "achieved_sub_goals", value: count("achieved") },
    { name: "partially_achieved_sub_goals", value: count("partially_achieved") },
    { name: "not_achieved_sub_goals", value: count("not_achieved") },
    { name: "abandoned_sub_goals", value: count("abandoned") },
  ];
}

function subGoalSignals(goal: SubGoal, index: number): Signal[] {
  const group = `sub_goal_${index}`;
  const scoreMapping = { achieved: 1, partially_achieved: 0.5, not_achieved: 0, abandoned: 0 };
  return [
    { name: "status", value: goal.status, group, headlineDisplay: true, scoreMapping },
    { name: "description", value: goal.description, group },
    { name: "first_mentioned_turn", value: goal.firstMentionedTurn, group },
    { name: "achieved_at_turn", value: goal.achievedAtTurn, group },
    { name: "associated_moment_id", value: goal.associatedMomentId, group },
    { name: "turns_to_complete", value: goal.turnsToComplete, group },
    { name: "required_clarifications", value: goal.requiredClarifications, group },
    { name: "agent_retries", value: goal.agentRetries, group },
  ];
}

function mappingSignals({ momentId, momentEfficiency, momentTopic, addressedSubgoals }: MomentMapping): Signal[] {
  const group = `moment_${momentId}`;
  return [
    { name: "moment_efficiency", value: momentEfficiency, group },
    { name: "moment_topic", value: momentTopic, group },
    { name: "addressed_subgoals", value: addressedSubgoals, group },
  ];
}
