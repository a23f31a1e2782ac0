/** The turns of a conversation that a metric judges: each question with its answer. */
import { turnPairs } from "../../core/item/conversation.ts";
import type { MultiTurnConversation } from "../../core/item/message.ts";
import type { Analyses } from "../judging/analyses.ts";

export interface AnsweredTurn {
  readonly query: string;
  readonly answer: string;
  /** Index of the assistant message; 0 without a conversation. */
  readonly turnIndex: number;
}

/** Returns all question-answer pairs. Messages that answer no question are left out, with a note. */
export function listAnsweredTurns(conversation: MultiTurnConversation, analyses: Analyses): readonly AnsweredTurn[] {
  const { pairs, skipped } = turnPairs(conversation);
  if (skipped > 0) analyses.note(`${skipped} assistant messages answer no question and were left out`);
  return pairs;
}
