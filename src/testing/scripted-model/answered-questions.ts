/** Questions for a structured answer that were answered before: what tells a further turn of one from an example in it. */
import type { ModelRequest } from "./model-request.ts";

/** A question is asked again soon or never, so older ones are forgotten. */
const mostRemembered = 500;

/** Such a question often carries examples, which look like turns of the model and are none. */
export function mayHaveExamples({ wantsJson, tools, answerTool }: ModelRequest): boolean {
  return wantsJson && tools.every(({ name }) => name === answerTool);
}

export class AnsweredQuestions {
  readonly #turnsByText = new Map<string, number>();

  note({ text, turns }: ModelRequest): void {
    this.#turnsByText.set(text, turns.length);
    const [oldest] = this.#turnsByText.keys();
    if (this.#turnsByText.size > mostRemembered && oldest !== undefined) this.#turnsByText.delete(oldest);
  }

  /** How many answers of the script the request carries: one for each question that was answered and that it goes on from. */
  turnsIn({ text, turns }: ModelRequest): number {
    return [...this.#turnsByText].filter(([asked, before]) => before < turns.length && text.startsWith(`${asked}\n`))
      .length;
  }
}
