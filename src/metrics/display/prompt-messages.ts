/** The messages a judge would be sent, for people to read before anything is spent. */
import type { Json } from "../../core/json.ts";
import type { Question } from "../judging/question.ts";

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Stands where an item would be. */
export const placeholder = "<the facts of an item stand here>";

/** One question as messages: prompt, examples, then the facts. */
export function messagesOf(
  question: Pick<Question<unknown>, "prompt" | "examples">,
  facts: Json | undefined,
): PromptMessage[] {
  const examples = (question.examples ?? []).flatMap((example): PromptMessage[] => [
    { role: "user", content: JSON.stringify(example.facts, null, 2) },
    { role: "assistant", content: JSON.stringify(example.answer, null, 2) },
  ]);
  const last = facts === undefined ? placeholder : JSON.stringify(facts, null, 2);
  return [{ role: "system", content: question.prompt }, ...examples, { role: "user", content: last }];
}

export function renderMessages(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `[${role}]\n${content}\n`).join("\n");
}
