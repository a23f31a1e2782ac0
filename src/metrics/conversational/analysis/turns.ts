/** Analyzes the turns of a conversation: for each message its state and act, and for user messages the effort. */
import type { Message, MultiTurnConversation } from "../../../core/item/message.ts";
import type { FlowTurn } from "../../arithmetic/flow/flow-turn.ts";
import { codePointLength } from "../../arithmetic/text/code-points.ts";
import type { Analyses } from "../../judging/analyses.ts";
import type { Found } from "../../judging/question.ts";
import { judgeTurns, type JudgedTurn } from "../questions/conversation.ts";
import { eachWindow } from "./each-window.ts";
import { roleOf, shownMessage, type ShownMessage } from "./shown-message.ts";
import { precedingMessages, type Window, windowsOf } from "./windows.ts";

const aloneContext = 6;
/** Messages of this many characters or more have the maximum length score. */
const longMessage = 400;
const lengthWeight = 0.4;
const frictionWeight = 0.6;

/** Returns one turn per message, or why one of them could not be judged. */
export async function turnsOf(
  analyses: Analyses,
  conversation: MultiTurnConversation,
): Promise<Found<readonly FlowTurn[]>> {
  const { messages } = conversation;
  const shown = messages.map(shownMessage);
  const found = await eachWindow(analyses, windowsOf(shown), (window) => turnsIn(analyses, window, shown));
  if (found.status === "failed") return found;
  const complete = await withFriction(analyses, { messages, shown, turns: found.value });
  if (complete.status === "failed") return complete;
  return {
    status: "answered",
    value: complete.value.map((turn, index) => flowTurn(turn, messages[index] as Message, index)),
  };
}

async function turnsIn(
  analyses: Analyses,
  window: Window,
  shown: readonly ShownMessage[],
): Promise<Found<readonly JudgedTurn[]>> {
  const { from, messages, context } = window;
  return await analyses.askEach({
    question: judgeTurns,
    facts: { context: context.length > 0 ? context : undefined },
    elements: messages,
    around: (index) => ({ context: precedingMessages(shown, from + index, aloneContext) }),
  });
}

interface JudgedMessages {
  readonly messages: readonly Message[];
  readonly shown: readonly ShownMessage[];
  readonly turns: readonly JudgedTurn[];
}

/** Every user message needs a friction score. The judge is asked again for missing ones; they are never made up. */
async function withFriction(
  analyses: Analyses,
  { messages, shown, turns }: JudgedMessages,
): Promise<Found<readonly JudgedTurn[]>> {
  const lacking = [...turns.keys()].filter((index) => messages[index]?.role === "user" && !hasFriction(turns[index]));
  if (lacking.length === 0) return { status: "answered", value: turns };
  const elements = lacking.map((index) => shown[index] ?? {});
  const found = await analyses.askEach({ question: judgeTurns, facts: { frictionIsMissing: true }, elements });
  if (found.status === "failed") return found;
  const silent = found.value.filter((turn) => !hasFriction(turn)).length;
  if (silent > 0)
    return { status: "failed", why: `conversation.turns: the judge gave no friction for ${silent} user messages` };
  const asked = new Map(lacking.map((index, position) => [index, found.value[position]?.frictionScore]));
  return {
    status: "answered",
    value: turns.map((turn, index) => ({ ...turn, frictionScore: turn.frictionScore ?? asked.get(index) })),
  };
}

function hasFriction(turn: JudgedTurn | undefined): boolean {
  return typeof turn?.frictionScore === "number";
}

function flowTurn({ state, dialogueAct, frictionScore }: JudgedTurn, message: Message, turnIndex: number): FlowTurn {
  const role = roleOf(message);
  const userEffortScore = role === "user" ? effortOf(message.content ?? "", frictionScore ?? Number.NaN) : null;
  return { turnIndex, role, state, dialogueAct, userEffortScore };
}

function effortOf(text: string, friction: number): number {
  return lengthWeight * Math.min(1, codePointLength(text) / longMessage) + frictionWeight * friction;
}
