/** The messages that would be sent to a judge, so that people can read them before spending money. */
import type { Json } from "../../core/json.ts";
import type { Question } from "../judging/question.ts";

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Replaces the facts if no item is given. */
export const placeholder = "<the facts of an item go here>";

/** Renders one question as messages: prompt, examples, then the facts. */
export function toPromptMessages(
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
