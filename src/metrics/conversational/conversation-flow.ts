/** Conversation Flow: does the conversation move forward without loops, friction and breaks? */
import { z } from "zod";
import { failed, fromRaw, notApplicable } from "../../core/score.ts";
import { conversationFlowScore } from "../arithmetic/flow/conversation-flow-score.ts";
import { resolveFlowConfig, FlowConfigOption } from "../arithmetic/flow/flow-config.ts";
import { formatReadable } from "../arithmetic/rounding.ts";
import { defineMetric } from "../define-metric.ts";
import { analyzeParts } from "./conversation-facts.ts";
import { type FlowReading, toFlowSignals } from "./flow-signals.ts";
import { findMoments, judgeCoherence, judgeTurns } from "./questions/conversation.ts";

/** Coherence, efficiency and user experience, minus penalties for issues. */
export const ConversationFlow = defineMetric({
  id: "conversation_flow",
  title: "Conversation Flow",
  about: "Whether the conversation moves forward: coherent, productive, easy on the user, without loops.",
  needs: ["conversation", "judge"],
  options: z.strictObject({
    /** A preset's name, or the differences from the balanced preset. */
    config: FlowConfigOption.nullable()
      .prefault("balanced")
      .transform((option) => resolveFlowConfig(option ?? "balanced")),
  }),
  threshold: 0.7,
  tags: ["agent", "multi_turn"],
  questions: [findMoments, judgeTurns, judgeCoherence],
  async measure({ conversation }, { options, analyses }) {
    if (!conversation.messages.some(({ role }) => role === "user"))
      return { score: notApplicable("the conversation has no user message") };
    const found = await analyzeParts(analyses, conversation);
    if (found.status === "failed") return { score: failed(found.why) };
    const { turns, moments } = found.value;
    const flow = conversationFlowScore(turns, moments, options.config);
    if (flow === null) return { score: failed("the user's effort is unknown") };
    const result: FlowReading = { ...flow, turns, moments, config: options.config };
    return { score: fromRaw(flow.components.finalScore), explanation: explain(result), result };
  },
  signals: toFlowSignals,
});

function explain({ components, issues }: FlowReading): string {
  const { coherence, efficiency, userExperience, cappedPenalty } = components;
  const parts = `Coherence ${formatReadable(coherence)}, efficiency ${formatReadable(efficiency)}, user experience ${formatReadable(userExperience)}`;
  const found =
    issues.length === 0 ? "no issue was found" : `${issues.length} issues cost ${formatReadable(cappedPenalty)}`;
  return `${parts}; ${found}.`;
}
