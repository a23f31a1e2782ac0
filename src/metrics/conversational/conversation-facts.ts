/** Facts about a conversation that several questions include: its messages by number, its moments, and the act of each message. */
import type { Json } from "../../core/json.ts";
import type { MultiTurnConversation } from "../../core/item/message.ts";
import type { FlowMoment, FlowTurn } from "../arithmetic/flow/flow-turn.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { Found } from "../judging/question.ts";
import { momentsOf } from "./analysis/moments.ts";
import { shownMessage } from "./analysis/shown-message.ts";
import { turnsOf } from "./analysis/turns.ts";

export interface ConversationParts {
  readonly moments: readonly FlowMoment[];
  readonly turns: readonly FlowTurn[];
}

/** Analyzes moments and turns in parallel; both are shared with the item's other metrics. */
export async function partsOf(
  analyses: Analyses,
  conversation: MultiTurnConversation,
): Promise<Found<ConversationParts>> {
  const [moments, turns] = await Promise.all([momentsOf(analyses, conversation), turnsOf(analyses, conversation)]);
  if (moments.status === "failed") return moments;
  if (turns.status === "failed") return turns;
  return { status: "answered", value: { moments: moments.value, turns: turns.value } };
}

export function messageFacts({ messages }: MultiTurnConversation): Json[] {
  return messages.map((message, turn) => ({ turn, ...shownMessage(message) }));
}

export function momentFacts(moments: readonly FlowMoment[]): Json[] {
  return moments.map(({ id, topic, startTurn, endTurn }) => ({ id, topic, startTurn, endTurn }));
}

export function turnFacts(turns: readonly FlowTurn[]): Json[] {
  return turns.map(({ turnIndex, role, state, dialogueAct }) => ({ turn: turnIndex, role, state, dialogueAct }));
}
