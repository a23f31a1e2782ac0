/** Analyzes the turns of a conversation: for each message its state and act, and for user messages the effort. */
import type { Message, MultiTurnConversation } from "../../../core/item/message.ts";
import type { FlowTurn } from "../../arithmetic/flow/flow-turn.ts";
import { countCodePoints } from "../../arithmetic/text/code-points.ts";
import type { Analyses } from "../../judging/analyses.ts";
import type { QuestionOutcome } from "../../judging/question.ts";
import { judgeTurns, type JudgedTurn } from "../questions/conversation.ts";
import { askEachWindow } from "./each-window.ts";
import { toSpeaker, toShownMessage, type ShownMessage } from "./shown-message.ts";
import { takePrecedingMessages, type MessageWindow, splitWindows } from "./windows.ts";

const singleContextMessages = 6;
/** Messages of this many characters or more have the maximum length score. */
const longMessage = 400;
const lengthWeight = 0.4;
const frictionWeight = 0.6;

/** Returns one turn per message, or why one of them could not be judged. */
export async function analyzeTurns(
  analyses: Analyses,
  conversation: MultiTurnConversation,
): Promise<QuestionOutcome<readonly FlowTurn[]>> {
  const { messages } = conversation;
  const shown = messages.map(toShownMessage);
  const found = await askEachWindow(analyses, splitWindows(shown), (window) =>
    analyzeWindowTurns(analyses, window, shown),
  );
  if (found.status === "failed") return found;
  const complete = await addFriction(analyses, { messages, shown, turns: found.value });
  if (complete.status === "failed") return complete;
  return {
    status: "answered",
    value: complete.value.map((turn, index) => toFlowTurn(turn, messages[index] as Message, index)),
  };
}

async function analyzeWindowTurns(
  analyses: Analyses,
  window: MessageWindow,
  shown: readonly ShownMessage[],
): Promise<QuestionOutcome<readonly JudgedTurn[]>> {
  const { from, messages, context } = window;
  return await analyses.askEach({
    question: judgeTurns,
    facts: { context: context.length > 0 ? context : undefined },
    elements: messages,
    around: (index) => ({ context: takePrecedingMessages(shown, from + index, singleContextMessages) }),
  });
}

interface JudgedMessages {
  readonly messages: readonly Message[];
  readonly shown: readonly ShownMessage[];
  readonly turns: readonly JudgedTurn[];
}

/** Every user message needs a friction score. The judge is asked again for missing ones; they are never made up. */
async function addFriction(
  analyses: Analyses,
  { messages, shown, turns }: JudgedMessages,
): Promise<QuestionOutcome<readonly JudgedTurn[]>> {
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

function toFlowTurn({ state, dialogueAct, frictionScore }: JudgedTurn, message: Message, turnIndex: number): FlowTurn {
  const role = toSpeaker(message);
  const userEffortScore = role === "user" ? computeEffort(message.content ?? "", frictionScore ?? Number.NaN) : null;
  return { turnIndex, role, state, dialogueAct, userEffortScore };
}

function computeEffort(text: string, friction: number): number {
  return lengthWeight * Math.min(1, countCodePoints(text) / longMessage) + frictionWeight * friction;
}
