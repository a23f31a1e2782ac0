/** Messages as the judge sees them: the speaker, the text, and tool calls and outputs, shortened. */
import type { Json } from "../../../core/json.ts";
import type { Message } from "../../../core/item/message.ts";
import { codePointPositions } from "../../arithmetic/text/code-points.ts";

export type ShownMessage = { readonly [key: string]: Json };

const shownOutput = 100;
const shownArguments = 400;
/** A rough estimate, sufficient to limit the size of a request. */
const charactersPerToken = 4;

/** User messages belong to the user; assistant and tool messages belong to the agent. */
export function roleOf({ role }: Message): "user" | "agent" {
  return role === "user" ? "user" : "agent";
}

export function shownMessage(message: Message): ShownMessage {
  if (message.role === "user") return { role: "user", content: message.content };
  if (message.role === "tool") {
    const output = { role: "agent", toolOutput: cut(message.content, shownOutput) };
    return message.isError ? { ...output, toolFailed: true } : output;
  }
  const toolCalls = message.toolCalls?.map(({ name, args }) => `${name}(${cut(JSON.stringify(args), shownArguments)})`);
  return { role: "agent", content: message.content ?? "", ...(toolCalls?.length ? { toolCalls } : {}) };
}

/** Estimates how many tokens a message adds to a request. */
export function estimatedTokens(message: ShownMessage): number {
  return Math.ceil(JSON.stringify(message).length / charactersPerToken);
}

function cut(text: string, length: number): string {
  const end = codePointPositions(text.slice(0, 2 * length)).toUnits(length);
  return end < text.length ? `${text.slice(0, end)} …` : text;
}
