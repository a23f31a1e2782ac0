/** A prompt as messages: the instruction, examples as pairs, the question, and replies that could not be read. */
import type { ModelMessage } from "ai";
import type { Prompt } from "../question/prompt.ts";

export interface Repair {
  readonly reply: string;
  readonly problem: string;
}

/** Of a reply that is shown again; the end of a long one is where the object should have been. */
const replyShown = 4_000;

const cacheMark = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };

export function messagesOf(prompt: Prompt, options: { readonly promptCaching: boolean }): ModelMessage[] {
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

/** Shows a reply and what was wrong with it. */
export function repairMessages({ reply, problem }: Repair): ModelMessage[] {
  const shown = reply.trim() === "" ? "(nothing)" : reply.slice(-replyShown);
  return [
    { role: "assistant", content: shown },
    {
      role: "user",
      content: `This reply could not be used: ${problem}. Answer again, in full, with one JSON object of the shape above that carries the nonce.`,
    },
  ];
}
