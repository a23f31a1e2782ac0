/** A scripted judge that can answer every question about a conversation, and conversations to test it with. */
import { fakeModel, type FakeReplies } from "../../testing/fake-model.ts";

export interface ShownFacts {
  readonly messages: readonly { readonly role: string; readonly content?: string; readonly turn?: number }[];
  readonly context?: readonly unknown[];
}

export const exampleMessages = [
  { role: "user", content: "I need a refund." },
  { role: "assistant", content: "Of course. Which order?" },
  { role: "user", content: "Number 17." },
  { role: "assistant", toolCalls: [{ name: "refund", args: { order: 17 } }] },
  { role: "tool", toolCallId: "1", content: "ok ".repeat(200) },
  { role: "assistant", content: "Done, you will have it on Monday." },
];

/** Returns any number of messages, alternating between user and assistant. */
export function longConversation(length: number) {
  return Array.from({ length }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: `message ${index}`,
  }));
}

const turn = { state: "Solution Proposal", dialogueAct: "statement", frictionScore: 0.1 };

/** Answers every question of these metrics; the given answers replace the defaults. */
export function scriptedJudge(replies: FakeReplies = {}) {
  return fakeModel({
    "conversation.moments": ({ messages }: ShownFacts) => ({
      moments: [
        { id: 1, topic: "refund", startTurn: messages[0]?.turn, endTurn: messages.at(-1)?.turn, coherenceScore: 0.9 },
      ],
    }),
    "conversation.turns": ({ messages }: ShownFacts) => ({ turns: messages.map((_, index) => ({ index, ...turn })) }),
    "goal.analyze": {
      primaryGoal: "a refund",
      goalEvolution: "none",
      subGoals: ["achieved", "partially_achieved", "not_achieved"].map((status, index) => ({
        description: status,
        status,
        requiredClarifications: [1, 0, 2][index],
        agentRetries: 0,
      })),
      goalMomentMappings: [0.8, 0.6].map((momentEfficiency) => ({
        momentId: 1,
        momentTopic: "refund",
        addressedSubgoals: [],
        momentEfficiency,
      })),
    },
    "efficiency.goal": { primaryGoal: "a refund", goalComplexity: "Simple", expectedTurnRange: "4-6" },
    "efficiency.waste": {
      inefficiencies: [
        {
          type: "redundant_question",
          turnIndices: [1],
          description: "d",
          turnsWasted: 1,
          severity: "moderate",
          toolRelated: false,
        },
        {
          type: "delayed_action",
          turnIndices: [3],
          description: "d",
          turnsWasted: 1,
          severity: "minor",
          toolRelated: true,
        },
      ],
      totalWastedTurns: 9,
    },
    "efficiency.path": { optimalTurnCount: 7, keySteps: [], removedSteps: [], efficiencyGain: 0.3 },
    "persona.turns": ({ messages }: ShownFacts) => ({
      turns: messages.map((_, index) => ({
        index,
        adherenceScore: [0.9, 0.7, 0.5][index % 3],
        toneClassification: "warm",
        personaMatch: true,
        positiveIndicators: [],
        negativeIndicators: [],
        deviationType: "none",
      })),
    }),
    "persona.consistency": {
      consistencyScore: 0.8,
      toneDriftDetected: false,
      mostConsistentMoments: [],
      leastConsistentMoments: [],
    },
    ...replies,
  });
}
