/** Follows the script: for each request, the answer or the fault to inject. Retries and side requests do not confuse it. */
import { type ModelAnswer, answerOf } from "./answer.ts";
import { AnsweredQuestions, mayHaveExamples } from "./answered-questions.ts";
import { conversationFor, faultFor, stepAt, stepNumber, type Strikes } from "./conversation.ts";
import type { ModelRequest } from "./model-request.ts";
import type { ReadScript } from "./read-script.ts";
import { type ScriptConversation, type ScriptFault, ScriptStep } from "./script.ts";
import { fillValues } from "./values.ts";

/** How to respond to a request. */
export interface Direction {
  /** Null if no conversation of the script matches. */
  readonly conversation: string | null;
  readonly step: number | null;
  readonly fault?: ScriptFault;
  readonly answer?: ModelAnswer;
  readonly delayMs?: number;
  /** Why the script cannot answer. */
  readonly problem?: string;
}

/** What one program has requested from one conversation so far. */
interface Past {
  requests: number;
  readonly strikes: Strikes;
  readonly questions: AnsweredQuestions;
}

export class Director {
  readonly #script: ReadScript;
  readonly #now: () => Date;
  readonly #pasts = new Map<string, Past>();
  #answers = 0;

  constructor(script: ReadScript, now: () => Date) {
    this.#script = script;
    this.#now = now;
  }

  async direct(request: ModelRequest): Promise<Direction> {
    const conversation = conversationFor(this.#script, request);
    if (conversation === undefined) return this.#otherwise(request);
    const past = this.#pastOf(conversation, request);
    const number = stepNumber(conversation, request, past);
    past.requests += 1;
    if (mayHaveExamples(request)) past.questions.note(request);
    const here = { conversation: conversation.name, step: number };
    const fault = faultFor(conversation.faults, { step: number, request: past.requests }, past.strikes);
    const answered = { ...here, ...(await this.#answer(conversation, number, request)) };
    return fault === undefined ? answered : { ...answered, fault };
  }

  /** Runs in different folders are separate sessions, so that each of them gets a "once" fault once. */
  #pastOf({ name }: ScriptConversation, { workingDirectory }: ModelRequest): Past {
    const session = JSON.stringify([name, workingDirectory]);
    const past = this.#pasts.get(session) ?? { requests: 0, strikes: new Map(), questions: new AnsweredQuestions() };
    this.#pasts.set(session, past);
    return past;
  }

  async #answer(
    { steps }: ScriptConversation,
    number: number,
    request: ModelRequest,
  ): Promise<Pick<Direction, "answer" | "problem" | "delayMs">> {
    const chosen = stepAt(steps, number);
    if (chosen === null) return { problem: `The script ends after step ${steps.length}, which is a call` };
    const written = typeof chosen === "function" ? ScriptStep.parse(await chosen(request)) : chosen;
    const { value, missing } = fillValues(written, request, this.#script.values);
    if (missing.length > 0) return { problem: `The request contains no value for {{${missing.join("}}, {{")}}}` };
    const { delayMs } = value;
    return { answer: this.#make(value, request), ...(delayMs === undefined ? {} : { delayMs }) };
  }

  #otherwise(request: ModelRequest): Direction {
    const { text, json } = this.#script.otherwise;
    const nowhere = { conversation: null, step: null };
    if (request.wantsJson && json === undefined)
      return { ...nowhere, problem: "No conversation of the script matches this request for a structured answer" };
    const step = ScriptStep.parse(request.wantsJson ? { json } : { text });
    return { ...nowhere, answer: this.#make(step, request) };
  }

  #make(step: ScriptStep, request: ModelRequest): ModelAnswer {
    this.#answers += 1;
    return answerOf(step, request, { id: `scripted${this.#answers}`, now: this.#now() });
  }
}
