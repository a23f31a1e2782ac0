/** Makes one judge call on behalf of one execution, with its settings, callbacks, abort signal and ledger. */
import { errorMessage } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { MetricCallbacks } from "../../core/metric.ts";
import type { Model, ModelAnswer, ModelQuestion } from "../../core/model.ts";
import type { CallKind, Ledger } from "./ledger.ts";
import type { Question } from "./question.ts";

/** The options of a metric that affect its calls. */
interface CallSettings {
  readonly temperature: number;
  readonly maxOutputTokens?: number | undefined;
  readonly timeoutMs: number;
  readonly maxConcurrentLlmCalls: number;
  readonly forceGranular: boolean;
  readonly allowFallback: boolean;
  /** The user's instruction and examples, which are appended to every prompt; empty if there are none. */
  readonly addition: string;
}

export interface QuestionCaller {
  readonly judge: Model | null;
  readonly settings: CallSettings;
  readonly ledger: Ledger;
  readonly callbacks: MetricCallbacks;
  readonly abort: AbortSignal;
  readonly notes: string[];
}

/** Returns the prompt to send: ours, followed by the user's addition. */
export function buildPrompt(prompt: string, addition: string): string {
  return addition === "" ? prompt : `${prompt}\n\n${addition}`;
}

/** Asks once. Rejects only after an abort. */
export async function callJudge<T>(
  caller: QuestionCaller,
  kind: CallKind,
  question: ModelQuestion<T>,
): Promise<ModelAnswer<T>> {
  const { judge, settings, ledger, abort } = caller;
  if (judge === null) return noJudge;
  abort.throwIfAborted();
  await runCallback(caller, () => caller.callbacks.onGenerationStart?.(question.about));
  const { temperature, timeoutMs, maxOutputTokens } = settings;
  const limits = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  const answer = await judge.ask(question, { abort, temperature, timeoutMs, ...limits });
  ledger.record(question.about, kind, answer);
  abort.throwIfAborted();
  if (answer.status === "answered") await runCallback(caller, () => caller.callbacks.onGenerationEnd?.(question.about));
  else
    await runCallback(caller, () =>
      caller.callbacks.onGenerationError?.(new Error(`${question.about}: ${answer.why}`)),
    );
  return answer;
}

/** Asks a defined question about some facts. */
export function callQuestion<T>(
  caller: QuestionCaller,
  { question, facts, kind = "whole" }: { question: Question<T>; facts: Json; kind?: CallKind },
): Promise<ModelAnswer<T>> {
  const { about, answer, examples } = question;
  const prompt = buildPrompt(question.prompt, caller.settings.addition);
  return callJudge(caller, kind, { about, prompt, facts, answer, examples });
}

const noJudge = {
  status: "failed",
  code: "request",
  why: "no judge is configured",
  spending: { costUsd: 0, calls: 0 },
} as const;

/** An error in a callback is noted and otherwise ignored. */
async function runCallback(caller: QuestionCaller, callback: () => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    caller.notes.push(`a callback threw: ${errorMessage(error)}`);
  }
}
