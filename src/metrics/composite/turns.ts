/** The turns of a conversation that a metric looks at: each question with the answer to it. */
import { turnPairs } from "../../core/item/conversation.ts";
import type { MultiTurnConversation } from "../../core/item/message.ts";
import type { Analyses } from "../judging/analyses.ts";

export interface AnsweredTurn {
  readonly query: string;
  readonly answer: string;
  /** Of the assistant message; 0 where there is no conversation. */
  readonly turnIndex: number;
}

/** All pairs of a conversation. Answers to nothing are left out, and that is noted. */
export function answeredTurns(conversation: MultiTurnConversation, analyses: Analyses): readonly AnsweredTurn[] {
  const { pairs, skipped } = turnPairs(conversation);
  if (skipped > 0) analyses.note(`${skipped} assistant messages answer no question and were left out`);
  return pairs;
}
