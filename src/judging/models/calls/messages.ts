/** Converts a prompt to messages: the instruction, example pairs, the question, and unreadable replies. */
import type { ModelMessage } from "ai";
import type { Prompt } from "../question/prompt.ts";

export interface Repair {
  readonly reply: string;
  readonly problem: string;
}

/** How much of a reply is shown again: its end, where the object should have been. */
const replyShown = 4_000;

const cacheMark = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };

export function toMessages(prompt: Prompt, options: { readonly promptCaching: boolean }): ModelMessage[] {
  const mark = options.promptCaching ? cacheMark : {};
  const last = prompt.examples.length - 1;
  return [
    { role: "system", content: prompt.system, ...mark },
    ...prompt.examples.flatMap(({ facts, answer }, index): ModelMessage[] => [
      { role: "user", content: facts },
      { role: "assistant", content: answer, ...(index === last ? mark : {}) },
    ]),
    { role: "user", content: prompt.question },
  ];
}

/** Shows the model its reply and what was wrong with it. */
export function toRepairMessages({ reply, problem }: Repair): ModelMessage[] {
  const shown = reply.trim() === "" ? "(nothing)" : reply.slice(-replyShown);
  return [
    { role: "assistant", content: shown },
    {
      role: "user",
      content: `This reply could not be used: ${problem}. Answer again, in full, with one JSON object of the shape above that carries the nonce.`,
    },
  ];
}
