/** Judges an agent's messages against its persona, one by one and then together. */
import type { z } from "zod";
import type { Message, MultiTurnConversation } from "../../core/item/message.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { QuestionOutcome } from "../judging/question.ts";
import { askEachWindow } from "./analysis/each-window.ts";
import { analyzeMoments } from "./analysis/moments.ts";
import { toShownMessage } from "./analysis/shown-message.ts";
import { splitWindows } from "./analysis/windows.ts";
import { toMomentFacts } from "./conversation-facts.ts";
import type { Persona } from "./persona.ts";
import { judgeConsistency, judgePersona, type PersonaTurn } from "./questions/persona.ts";

/** The judge's reply about one message, with its index in the conversation. */
export type JudgedPersonaTurn = PersonaTurn & { readonly turnIndex: number };

/** Whether a message is text spoken by the agent. */
export function isAgentSpeech(message: Message): boolean {
  return message.role === "assistant" && (message.content ?? "").trim() !== "";
}

export interface PersonaRequest {
  readonly conversation: MultiTurnConversation;
  readonly persona: Persona;
  readonly withTools: boolean;
}

type Consistency = z.output<typeof judgeConsistency.answer>;

/** Judges every message of the agent, then their consistency. */
export async function judgeAgentMessages(
  analyses: Analyses,
  { conversation, persona, withTools }: PersonaRequest,
): Promise<QuestionOutcome<{ readonly turns: readonly JudgedPersonaTurn[]; readonly consistency: Consistency }>> {
  const heard = [...conversation.messages.entries()].filter(
    ([, message]) => isAgentSpeech(message) || (withTools && message.role === "tool"),
  );
  const windows = splitWindows(heard.map(([, message]) => toShownMessage(message)));
  const facts = { persona: { ...persona } };
  const [judged, moments] = await Promise.all([
    askEachWindow(analyses, windows, ({ messages }) =>
      analyses.askEach({ question: judgePersona, facts, elements: messages }),
    ),
    analyzeMoments(analyses, conversation),
  ]);
  if (judged.status === "failed") return judged;
  if (moments.status === "failed") return moments;
  const turns = judged.value.map((turn, index) => ({ ...turn, turnIndex: heard[index]?.[0] ?? index }));
  const turnAnalyses = turns.map(({ turnIndex, adherenceScore, toneClassification, deviationType }) => ({
    turn: turnIndex,
    adherenceScore,
    toneClassification,
    deviationType,
  }));
  const consistency = await analyses.ask(judgeConsistency, {
    ...facts,
    turnAnalyses,
    moments: toMomentFacts(moments.value),
  });
  return consistency.status === "failed"
    ? consistency
    : { status: "answered", value: { turns, consistency: consistency.value } };
}
