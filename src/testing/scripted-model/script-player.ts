/** Follows the script: for each request, the answer or the fault to inject. Retries and side requests do not confuse it. */
import { type ModelAnswer, toModelAnswer } from "./answer.ts";
import { AnsweredQuestions, mayHaveExamples } from "./answered-questions.ts";
import { findConversation, findFault, findStep, findStepNumber, type FaultCounts } from "./conversation.ts";
import type { ModelRequest } from "./model-request.ts";
import type { ParsedScript } from "./parse-script.ts";
import { type ScriptConversation, type ScriptFault, ScriptStep } from "./script.ts";
import { fillValues } from "./values.ts";

/** How to respond to a request. */
export interface ScriptedResponse {
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
interface SessionHistory {
  requests: number;
  readonly strikes: FaultCounts;
  readonly questions: AnsweredQuestions;
}

export class ScriptPlayer {
  readonly #script: ParsedScript;
  readonly #now: () => Date;
  readonly #histories = new Map<string, SessionHistory>();
  #answers = 0;

  constructor(script: ParsedScript, now: () => Date) {
    this.#script = script;
    this.#now = now;
  }

  async respond(request: ModelRequest): Promise<ScriptedResponse> {
    const conversation = findConversation(this.#script, request);
    if (conversation === undefined) return this.#respondOtherwise(request);
    const past = this.#findHistory(conversation, request);
    const number = findStepNumber(conversation, request, past);
    past.requests += 1;
    if (mayHaveExamples(request)) past.questions.remember(request);
    const here = { conversation: conversation.name, step: number };
    const fault = findFault(conversation.faults, { step: number, request: past.requests }, past.strikes);
    const answered = { ...here, ...(await this.#answer(conversation, number, request)) };
    return fault === undefined ? answered : { ...answered, fault };
  }

  /** Runs in different folders are separate sessions, so that each of them gets a "once" fault once. */
  #findHistory({ name }: ScriptConversation, { workingDirectory }: ModelRequest): SessionHistory {
    const session = JSON.stringify([name, workingDirectory]);
    const past = this.#histories.get(session) ?? {
      requests: 0,
      strikes: new Map(),
      questions: new AnsweredQuestions(),
    };
    this.#histories.set(session, past);
    return past;
  }

  async #answer(
    { steps }: ScriptConversation,
    number: number,
    request: ModelRequest,
  ): Promise<Pick<ScriptedResponse, "answer" | "problem" | "delayMs">> {
    const chosen = findStep(steps, number);
    if (chosen === null) return { problem: `The script ends after step ${steps.length}, which is a call` };
    const written = typeof chosen === "function" ? ScriptStep.parse(await chosen(request)) : chosen;
    const { value, missing } = fillValues(written, request, this.#script.values);
    if (missing.length > 0) return { problem: `The request contains no value for {{${missing.join("}}, {{")}}}` };
    const { delayMs } = value;
    return { answer: this.#makeAnswer(value, request), delayMs };
  }

  #respondOtherwise(request: ModelRequest): ScriptedResponse {
    const { text, json } = this.#script.otherwise;
    const nowhere = { conversation: null, step: null };
    if (request.wantsJson && json === undefined)
      return { ...nowhere, problem: "No conversation of the script matches this request for a structured answer" };
    const step = ScriptStep.parse(request.wantsJson ? { json } : { text });
    return { ...nowhere, answer: this.#makeAnswer(step, request) };
  }

  #makeAnswer(step: ScriptStep, request: ModelRequest): ModelAnswer {
    this.#answers += 1;
    return toModelAnswer(step, request, { id: `scripted${this.#answers}`, now: this.#now() });
  }
}
