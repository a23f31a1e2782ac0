/** Splits a conversation into moments: ranges of messages about one topic, each with its coherence. */
import type { MultiTurnConversation } from "../../../core/item/message.ts";
import type { FlowMoment } from "../../arithmetic/flow/flow-turn.ts";
import type { Analyses } from "../../judging/analyses.ts";
import type { Found } from "../../judging/question.ts";
import { findMoments, judgeCoherence } from "../questions/conversation.ts";
import { eachWindow } from "./each-window.ts";
import { partition } from "./partition.ts";
import { shownMessage } from "./shown-message.ts";
import { type Window, windowsOf } from "./windows.ts";

interface OpenMoment {
  readonly id: string | number;
  readonly topic: string;
  readonly startTurn: number;
  readonly endTurn: number;
  readonly coherenceScore?: number | null | undefined;
}

/** Assigns every message to one moment. A window boundary is also a moment boundary. */
export async function momentsOf(
  analyses: Analyses,
  conversation: MultiTurnConversation,
): Promise<Found<readonly FlowMoment[]>> {
  const windows = windowsOf(conversation.messages.map(shownMessage));
  const found = await eachWindow(analyses, windows, (window) => momentsIn(analyses, window));
  return found.status === "failed" ? found : { status: "answered", value: withUniqueIds(found.value) };
}

async function momentsIn(analyses: Analyses, window: Window): Promise<Found<readonly FlowMoment[]>> {
  const { from, to, messages, context } = window;
  const numbered = messages.map((message, index) => ({ turn: from + index, ...message }));
  const found = await analyses.ask(findMoments, {
    messages: numbered,
    context: context.length > 0 ? context : undefined,
  });
  if (found.status === "failed") return found;
  const moments = partition<OpenMoment>(found.value.moments, from, to);
  if (moments.length === 0) return { status: "failed", why: "conversation.moments: no moment was found" };
  return await withCoherence(analyses, moments, window);
}

/** Asks again for coherence scores that the judge left out; 0 is a valid score. */
async function withCoherence(
  analyses: Analyses,
  moments: readonly OpenMoment[],
  window: Window,
): Promise<Found<readonly FlowMoment[]>> {
  const lacking = moments.filter(({ coherenceScore }) => typeof coherenceScore !== "number");
  const elements = lacking.map(({ topic, startTurn, endTurn }) => ({
    topic,
    messages: window.messages.slice(startTurn - window.from, endTurn + 1 - window.from),
  }));
  const found = await analyses.askEach({ question: judgeCoherence, facts: {}, elements });
  if (found.status === "failed") return found;
  const asked = new Map(lacking.map((moment, index) => [moment, found.value[index]?.coherenceScore]));
  const value = moments.map(({ id, topic, startTurn, endTurn, coherenceScore }, index): FlowMoment => {
    const coherence = coherenceScore ?? asked.get(moments[index] as OpenMoment) ?? Number.NaN;
    return { id, topic, startTurn, endTurn, turnCount: endTurn - startTurn + 1, coherenceScore: coherence };
  });
  return { status: "answered", value };
}

/** Every window numbers its moments from 1, so duplicates get a suffix: the second 1 becomes 1-2. */
function withUniqueIds(moments: readonly FlowMoment[]): FlowMoment[] {
  const taken = new Set<string>();
  return moments.map((moment) => {
    let id = moment.id;
    for (let copy = 2; taken.has(String(id)); copy += 1) id = `${moment.id}-${copy}`;
    taken.add(String(id));
    return { ...moment, id };
  });
}
