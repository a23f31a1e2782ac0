/** Judges an agent's messages against its persona, one by one and then together. */
import type { z } from "zod";
import type { Message, MultiTurnConversation } from "../../core/item/message.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { Found } from "../judging/question.ts";
import { eachWindow } from "./analysis/each-window.ts";
import { momentsOf } from "./analysis/moments.ts";
import { shownMessage } from "./analysis/shown-message.ts";
import { windowsOf } from "./analysis/windows.ts";
import { momentFacts } from "./conversation-facts.ts";
import type { Persona } from "./persona.ts";
import { judgeConsistency, judgePersona, type PersonaTurn } from "./questions/persona.ts";

/** The judge's reply about one message, with its index in the conversation. */
export type HeardTurn = PersonaTurn & { readonly turnIndex: number };

/** Whether a message is text spoken by the agent. */
export function speaks(message: Message): boolean {
  return message.role === "assistant" && (message.content ?? "").trim() !== "";
}

export interface Hearing {
  readonly conversation: MultiTurnConversation;
  readonly persona: Persona;
  readonly withTools: boolean;
}

type Consistency = z.output<typeof judgeConsistency.answer>;

/** Judges every message of the agent, then their consistency. */
export async function hear(
  analyses: Analyses,
  { conversation, persona, withTools }: Hearing,
): Promise<Found<{ readonly turns: readonly HeardTurn[]; readonly consistency: Consistency }>> {
  const heard = [...conversation.messages.entries()].filter(
    ([, message]) => speaks(message) || (withTools && message.role === "tool"),
  );
  const windows = windowsOf(heard.map(([, message]) => shownMessage(message)));
  const facts = { persona: { ...persona } };
  const [judged, moments] = await Promise.all([
    eachWindow(analyses, windows, ({ messages }) =>
      analyses.askEach({ question: judgePersona, facts, elements: messages }),
    ),
    momentsOf(analyses, conversation),
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
    moments: momentFacts(moments.value),
  });
  return consistency.status === "failed"
    ? consistency
    : { status: "answered", value: { turns, consistency: consistency.value } };
}
