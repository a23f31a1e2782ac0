/** Splits a conversation into moments: ranges of messages about one topic, each with its coherence. */
import type { MultiTurnConversation } from "../../../core/item/message.ts";
import type { FlowMoment } from "../../arithmetic/flow/flow-turn.ts";
import type { Analyses } from "../../judging/analyses.ts";
import type { QuestionOutcome } from "../../judging/question.ts";
import { findMoments, judgeCoherence } from "../questions/conversation.ts";
import { askEachWindow } from "./each-window.ts";
import { toShownMessage } from "./shown-message.ts";
import { type MessageWindow, splitWindows } from "./windows.ts";

interface UnscoredMoment {
  readonly id: string | number;
  readonly topic: string;
  readonly startTurn: number;
  readonly endTurn: number;
  readonly coherenceScore?: number | null | undefined;
}

/** Assigns every message to one moment. A window boundary is also a moment boundary. */
export async function analyzeMoments(
  analyses: Analyses,
  conversation: MultiTurnConversation,
): Promise<QuestionOutcome<readonly FlowMoment[]>> {
  const windows = splitWindows(conversation.messages.map(toShownMessage));
  const found = await askEachWindow(analyses, windows, (window) => analyzeWindowMoments(analyses, window));
  return found.status === "failed" ? found : { status: "answered", value: makeMomentIdsUnique(found.value) };
}

async function analyzeWindowMoments(
  analyses: Analyses,
  window: MessageWindow,
): Promise<QuestionOutcome<readonly FlowMoment[]>> {
  const { from, to, messages, context } = window;
  const numbered = messages.map((message, index) => ({ turn: from + index, ...message }));
  const found = await analyses.ask(findMoments, {
    messages: numbered,
    context: context.length > 0 ? context : undefined,
  });
  if (found.status === "failed") return found;
  const moments = partition<UnscoredMoment>(found.value.moments, from, to);
  if (moments.length === 0) return { status: "failed", why: "conversation.moments: no moment was found" };
  return await addCoherence(analyses, moments, window);
}

/** Asks again for coherence scores that the judge left out; 0 is a valid score. */
async function addCoherence(
  analyses: Analyses,
  moments: readonly UnscoredMoment[],
  window: MessageWindow,
): Promise<QuestionOutcome<readonly FlowMoment[]>> {
  const lacking = moments.filter(({ coherenceScore }) => typeof coherenceScore !== "number");
  const elements = lacking.map(({ topic, startTurn, endTurn }) => ({
    topic,
    messages: window.messages.slice(startTurn - window.from, endTurn + 1 - window.from),
  }));
  const found = await analyses.askEach({ question: judgeCoherence, facts: {}, elements });
  if (found.status === "failed") return found;
  const asked = new Map(lacking.map((moment, index) => [moment, found.value[index]?.coherenceScore]));
  const value = moments.map(({ id, topic, startTurn, endTurn, coherenceScore }, index): FlowMoment => {
    const coherence = coherenceScore ?? asked.get(moments[index] as UnscoredMoment) ?? Number.NaN;
    return { id, topic, startTurn, endTurn, turnCount: endTurn - startTurn + 1, coherenceScore: coherence };
  });
  return { status: "answered", value };
}

/** Every window numbers its moments from 1, so duplicates get a suffix: the second 1 becomes 1-2. */
function makeMomentIdsUnique(moments: readonly FlowMoment[]): FlowMoment[] {
  const taken = new Set<string>();
  return moments.map((moment) => {
    let id = moment.id;
    for (let copy = 2; taken.has(String(id)); copy += 1) id = `${moment.id}-${copy}`;
    taken.add(String(id));
    return { ...moment, id };
  });
}

/** Turns a judge's ranges of a conversation into a partition: every message is in exactly one range. */
interface Stretch {
  readonly startTurn: number;
  readonly endTurn: number;
}

/**
 * Clamps bounds, sorts by start, gives an overlap to the earlier range, and extends the range before each gap to close it
 * (the first range is extended to the start). Ranges that become empty are dropped.
 */
export function partition<T extends Stretch>(stretches: readonly T[], from: number, to: number): (T & Stretch)[] {
  const kept: (T & Stretch)[] = [];
  let next = from;
  for (const stretch of stretches
    .map((one) => clampStretch(one, from, to - 1))
    .toSorted((one, other) => one.startTurn - other.startTurn)) {
    if (stretch.endTurn < next) continue;
    const startTurn = kept.length === 0 ? from : Math.max(next, stretch.startTurn);
    closeGap(kept, startTurn);
    kept.push({ ...stretch, startTurn });
    next = stretch.endTurn + 1;
  }
  closeGap(kept, to);
  return kept;
}

function clampStretch<T extends Stretch>(stretch: T, first: number, last: number): T & Stretch {
  const within = (turn: number): number => Math.min(last, Math.max(first, Math.round(turn)));
  const [one, other] = [within(stretch.startTurn), within(stretch.endTurn)];
  return { ...stretch, startTurn: Math.min(one, other), endTurn: Math.max(one, other) };
}

function closeGap(kept: Stretch[], before: number): void {
  const last = kept.at(-1);
  if (last !== undefined) kept[kept.length - 1] = { ...last, endTurn: before - 1 };
}
