/** Messages as the judge sees them: the speaker, the text, and tool calls and outputs, shortened. */
import type { Json } from "../../../core/json.ts";
import type { Message } from "../../../core/item/message.ts";
import { createCodePointPositions } from "../../arithmetic/text/code-points.ts";

export type ShownMessage = { readonly [key: string]: Json };

const maxOutputCharacters = 100;
const maxArgumentCharacters = 400;
/** A rough estimate, sufficient to limit the size of a request. */
const charactersPerToken = 4;

/** User messages belong to the user; assistant and tool messages belong to the agent. */
export function toSpeaker({ role }: Message): "user" | "agent" {
  return role === "user" ? "user" : "agent";
}

export function toShownMessage(message: Message): ShownMessage {
  if (message.role === "user") return { role: "user", content: message.content };
  if (message.role === "tool") {
    const output = { role: "agent", toolOutput: cutShown(message.content, maxOutputCharacters) };
    return message.isError ? { ...output, toolFailed: true } : output;
  }
  const toolCalls = message.toolCalls?.map(
    ({ name, args }) => `${name}(${cutShown(JSON.stringify(args), maxArgumentCharacters)})`,
  );
  return { role: "agent", content: message.content ?? "", ...(toolCalls?.length ? { toolCalls } : {}) };
}

/** Estimates how many tokens a message adds to a request. */
export function estimateTokens(message: ShownMessage): number {
  return Math.ceil(JSON.stringify(message).length / charactersPerToken);
}

function cutShown(text: string, length: number): string {
  const end = createCodePointPositions(text.slice(0, 2 * length)).toUnits(length);
  return end < text.length ? `${text.slice(0, end)} …` : text;
}
