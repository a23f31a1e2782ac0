/** Goal Completion: did the user reach their goal, and how directly? */
import { z } from "zod";
import { failed, fromRaw } from "../../core/score.ts";
import { goalCompletionScore } from "../arithmetic/dialogue/goal-completion-score.ts";
import { formatReadable } from "../arithmetic/rounding.ts";
import { defineMetric } from "../define-metric.ts";
import { toMessageFacts, toMomentFacts, analyzeParts, toTurnFacts } from "./conversation-facts.ts";
import { type GoalReading, toGoalSignals } from "./goal-signals.ts";
import { findMoments, judgeTurns } from "./questions/conversation.ts";
import { analyzeGoal, type GoalAnalysis } from "./questions/goal.ts";
import { readTextValue } from "./read-value.ts";
import { hasUnitSum } from "./weights.ts";

const share = z.number().min(0).max(1);

const GoalCompletionOptions = z
  .strictObject({
    /** The key of the goal in the additional input. */
    goalKey: z.string().min(1).default("goal"),
    completionWeight: share.default(0.6),
    efficiencyWeight: share.default(0.4),
    /** A sub-goal that takes more turns than this is a bottleneck. */
    bottleneckThreshold: z.number().min(0).default(5),
    maxClarificationPenalty: share.default(0.3),
    clarificationPenaltyRate: share.default(0.1),
    goalDriftThreshold: share.default(0.3),
    outcomeThresholdAchieved: share.default(0.8),
    outcomeThresholdPartial: share.default(0.4),
  })
  .refine(({ completionWeight, efficiencyWeight }) => hasUnitSum(completionWeight, efficiencyWeight), {
    path: ["completionWeight"],
    message: "must add up to 1 with efficiencyWeight",
  })
  .refine(
    ({ outcomeThresholdPartial, outcomeThresholdAchieved }) => outcomeThresholdPartial <= outcomeThresholdAchieved,
    {
      path: ["outcomeThresholdPartial"],
      message: "must not exceed outcomeThresholdAchieved",
    },
  );

/** Combines completion of the sub-goals with the efficiency of the moments that served them. */
export const GoalCompletion = defineMetric({
  id: "goal_completion",
  title: "Goal Completion",
  about: "Whether the user's goal was reached, and how directly.",
  needs: ["conversation", "judge"],
  uses: ["additionalInput"],
  options: GoalCompletionOptions,
  tags: ["agent", "multi_turn"],
  questions: [findMoments, judgeTurns, analyzeGoal],
  async measure({ conversation, additionalInput }, { options, analyses }) {
    const goal = readTextValue(additionalInput, options.goalKey);
    const parts = await analyzeParts(analyses, conversation);
    if (parts.status === "failed") return { score: failed(parts.why) };
    const { moments, turns } = parts.value;
    const facts = {
      messages: toMessageFacts(conversation),
      goal,
      moments: toMomentFacts(moments),
      turns: toTurnFacts(turns),
    };
    const analysis = await analyses.ask(analyzeGoal, facts);
    if (analysis.status === "failed") return { score: failed(analysis.why) };
    const known = new Set(moments.map(({ id }) => String(id)));
    const score = goalCompletionScore(toGoalFacts(analysis.value, known, conversation.messages.length), options);
    if (score === null) return { score: failed("goal.analyze: the judge found no sub-goals") };
    const result: GoalReading = {
      ...score,
      analysis: analysis.value,
      options,
      messages: turns.length,
      moments: moments.length,
    };
    const metadata = { goalInferred: goal === undefined };
    return { score: fromRaw(score.score), explanation: explain(result), result, metadata };
  },
  signals: toGoalSignals,
});

function toGoalFacts({ subGoals, goalMomentMappings }: GoalAnalysis, moments: ReadonlySet<string>, messages: number) {
  const mapped = new Set(goalMomentMappings.map(({ momentId }) => String(momentId)).filter((id) => moments.has(id)));
  return {
    subGoals: subGoals.map((goal) => ({
      ...goal,
      firstMentionedTurn: goal.firstMentionedTurn ?? null,
      turnsToComplete: goal.turnsToComplete ?? null,
    })),
    momentEfficiencies: goalMomentMappings.map(({ momentEfficiency }) => momentEfficiency),
    moments: moments.size,
    mappedMoments: mapped.size,
    messages,
  };
}

function explain({ outcome, analysis, completion, efficiency }: GoalReading): string {
  const achieved = analysis.subGoals.filter(({ status }) => status === "achieved").length;
  const way = efficiency === null ? "no moment served it" : `efficiency ${formatReadable(efficiency)}`;
  return `Goal ${outcome.replace("_", " ")}: ${achieved} of ${analysis.subGoals.length} sub-goals achieved, completion ${formatReadable(completion)}, ${way}.`;
}
