/** Splits long conversations into windows that a judge can read. Each message is in exactly one, so that cost grows linearly. */
import { estimatedTokens, type ShownMessage } from "./shown-message.ts";

export interface Window {
  /** Index of the first message, and the index after the last. */
  readonly from: number;
  readonly to: number;
  readonly messages: readonly ShownMessage[];
  /** The messages before the window, for context only. */
  readonly context: readonly ShownMessage[];
}

const mostMessages = 80;
const mostTokens = 24_000;
const contextMessages = 4;

/** Splits greedily into as few windows as the limits allow; a message that exceeds the limit gets its own window. */
export function windowsOf(messages: readonly ShownMessage[]): Window[] {
  const windows: Window[] = [];
  let from = 0;
  let tokens = 0;
  for (const [index, message] of messages.entries()) {
    const more = estimatedTokens(message);
    if (index > from && (index - from === mostMessages || tokens + more > mostTokens)) {
      windows.push(windowOf(messages, from, index));
      [from, tokens] = [index, 0];
    }
    tokens += more;
  }
  if (from < messages.length) windows.push(windowOf(messages, from, messages.length));
  return windows;
}

function windowOf(messages: readonly ShownMessage[], from: number, to: number): Window {
  return { from, to, messages: messages.slice(from, to), context: precedingMessages(messages, from, contextMessages) };
}

/** Returns the last messages before an index. */
export function precedingMessages(messages: readonly ShownMessage[], before: number, count: number): ShownMessage[] {
  return messages.slice(Math.max(0, before - count), before);
}
