/** Remembers answered questions for a structured answer, to tell a later turn of one from an example inside it. */
import type { ModelRequest } from "./model-request.ts";

/** A question is repeated soon or never, so older ones can be forgotten. */
const maxQuestions = 500;

/** Such a question often contains examples that look like turns of the model but are not. */
export function mayHaveExamples({ wantsJson, tools, answerTool }: ModelRequest): boolean {
  return wantsJson && tools.every(({ name }) => name === answerTool);
}

export class AnsweredQuestions {
  readonly #turnsByText = new Map<string, number>();

  remember({ text, turns }: ModelRequest): void {
    this.#turnsByText.set(text, turns.length);
    const [oldest] = this.#turnsByText.keys();
    if (this.#turnsByText.size > maxQuestions && oldest !== undefined) this.#turnsByText.delete(oldest);
  }

  /** How many scripted answers the request contains: one for each answered question that it continues. */
  countTurns({ text, turns }: ModelRequest): number {
    return [...this.#turnsByText].filter(([asked, before]) => before < turns.length && text.startsWith(`${asked}\n`))
      .length;
  }
}
