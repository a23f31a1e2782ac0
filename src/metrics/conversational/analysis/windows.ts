/** Splits long conversations into windows that a judge can read. Each message is in exactly one, so that cost grows linearly. */
import { estimateTokens, type ShownMessage } from "./shown-message.ts";

export interface MessageWindow {
  /** Index of the first message, and the index after the last. */
  readonly from: number;
  readonly to: number;
  readonly messages: readonly ShownMessage[];
  /** The messages before the window, for context only. */
  readonly context: readonly ShownMessage[];
}

const maxWindowMessages = 80;
const maxWindowTokens = 24_000;
const contextMessages = 4;

/** Splits greedily into as few windows as the limits allow; a message that exceeds the limit gets its own window. */
export function splitWindows(messages: readonly ShownMessage[]): MessageWindow[] {
  const windows: MessageWindow[] = [];
  let from = 0;
  let tokens = 0;
  for (const [index, message] of messages.entries()) {
    const more = estimateTokens(message);
    if (index > from && (index - from === maxWindowMessages || tokens + more > maxWindowTokens)) {
      windows.push(toMessageWindow(messages, from, index));
      [from, tokens] = [index, 0];
    }
    tokens += more;
  }
  if (from < messages.length) windows.push(toMessageWindow(messages, from, messages.length));
  return windows;
}

function toMessageWindow(messages: readonly ShownMessage[], from: number, to: number): MessageWindow {
  return {
    from,
    to,
    messages: messages.slice(from, to),
    context: takePrecedingMessages(messages, from, contextMessages),
  };
}

/** Returns the last messages before an index. */
export function takePrecedingMessages(
  messages: readonly ShownMessage[],
  before: number,
  count: number,
): ShownMessage[] {
  return messages.slice(Math.max(0, before - count), before);
}
