/** Facts about a conversation that several questions include: its messages by number, its moments, and the act of each message. */
import type { Json } from "../../core/json.ts";
import type { MultiTurnConversation } from "../../core/item/message.ts";
import type { FlowMoment, FlowTurn } from "../arithmetic/flow/flow-turn.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { QuestionOutcome } from "../judging/question.ts";
import { analyzeMoments } from "./analysis/moments.ts";
import { toShownMessage } from "./analysis/shown-message.ts";
import { analyzeTurns } from "./analysis/turns.ts";

export interface ConversationParts {
  readonly moments: readonly FlowMoment[];
  readonly turns: readonly FlowTurn[];
}

/** Analyzes moments and turns in parallel; both are shared with the item's other metrics. */
export async function analyzeParts(
  analyses: Analyses,
  conversation: MultiTurnConversation,
): Promise<QuestionOutcome<ConversationParts>> {
  const [moments, turns] = await Promise.all([
    analyzeMoments(analyses, conversation),
    analyzeTurns(analyses, conversation),
  ]);
  if (moments.status === "failed") return moments;
  if (turns.status === "failed") return turns;
  return { status: "answered", value: { moments: moments.value, turns: turns.value } };
}

export function toMessageFacts({ messages }: MultiTurnConversation): Json[] {
  return messages.map((message, turn) => ({ turn, ...toShownMessage(message) }));
}

export function toMomentFacts(moments: readonly FlowMoment[]): Json[] {
  return moments.map(({ id, topic, startTurn, endTurn }) => ({ id, topic, startTurn, endTurn }));
}

export function toTurnFacts(turns: readonly FlowTurn[]): Json[] {
  return turns.map(({ turnIndex, role, state, dialogueAct }) => ({ turn: turnIndex, role, state, dialogueAct }));
}
