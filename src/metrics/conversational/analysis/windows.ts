/** Long conversations in pieces that a judge can read: each message in one of them, so that cost grows with length. */
import { estimatedTokens, type ShownMessage } from "./shown-message.ts";

export interface Window {
  /** The first message, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly messages: readonly ShownMessage[];
  /** The last messages before it, to be read and not judged. */
  readonly context: readonly ShownMessage[];
}

const mostMessages = 80;
const mostTokens = 24_000;
const contextMessages = 4;

/** As few windows as the bounds allow, from the front; a message too long for any has one of its own. */
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

/** The last messages before one. */
export function precedingMessages(messages: readonly ShownMessage[], before: number, count: number): ShownMessage[] {
  return messages.slice(Math.max(0, before - count), before);
}
