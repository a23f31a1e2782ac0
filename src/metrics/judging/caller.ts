/** One call of a judge on behalf of one execution: with its settings, its callbacks, its abort, and its ledger. */
import { messageOf } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { MetricCallbacks } from "../../core/metric.ts";
import type { Model, ModelAnswer, ModelQuestion } from "../../core/model.ts";
import type { CallKind, Ledger } from "./ledger.ts";
import type { Question } from "./question.ts";

/** What the options of a metric say about its calls. */
export interface CallSettings {
  readonly temperature: number;
  readonly maxOutputTokens?: number | undefined;
  readonly timeoutMs: number;
  readonly maxConcurrentLlmCalls: number;
  readonly forceGranular: boolean;
  readonly allowFallback: boolean;
  /** Instruction and examples of the user's own, as they stand in every prompt; empty where there are none. */
  readonly addition: string;
}

export interface Caller {
  readonly judge: Model | null;
  readonly settings: CallSettings;
  readonly ledger: Ledger;
  readonly callbacks: MetricCallbacks;
  readonly abort: AbortSignal;
  readonly notes: string[];
}

/** The prompt as it is sent: ours, then what the user of the metric added. */
export function promptOf(
  question: Pick<Question<unknown>, "prompt">,
  { addition }: Pick<CallSettings, "addition">,
): string {
  return addition === "" ? question.prompt : `${question.prompt}\n\n${addition}`;
}

/** Asks once. Rejects only when the abort came. */
export async function call<T>(caller: Caller, kind: CallKind, question: ModelQuestion<T>): Promise<ModelAnswer<T>> {
  const { judge, settings, ledger, abort } = caller;
  if (judge === null) return noJudge;
  abort.throwIfAborted();
  await tell(caller, () => caller.callbacks.onGenerationStart?.(question.about));
  const { temperature, timeoutMs, maxOutputTokens } = settings;
  const limits = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  const answer = await judge.ask(question, { abort, temperature, timeoutMs, ...limits });
  ledger.record(question.about, kind, answer);
  abort.throwIfAborted();
  if (answer.status === "answered") await tell(caller, () => caller.callbacks.onGenerationEnd?.(question.about));
  else await tell(caller, () => caller.callbacks.onGenerationError?.(new Error(`${question.about}: ${answer.why}`)));
  return answer;
}

/** Asks a declared question about some facts. */
export function callQuestion<T>(
  caller: Caller,
  { question, facts, kind = "whole" }: { question: Question<T>; facts: Json; kind?: CallKind },
): Promise<ModelAnswer<T>> {
  const { about, answer, examples } = question;
  const prompt = promptOf(question, caller.settings);
  return call(caller, kind, { about, prompt, facts, answer, ...(examples === undefined ? {} : { examples }) });
}

const noJudge = {
  status: "failed",
  code: "request",
  why: "no judge is configured",
  spending: { costUsd: 0, calls: 0 },
} as const;

/** A callback that throws changes nothing but the notes. */
async function tell(caller: Caller, callback: () => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    caller.notes.push(`a callback threw: ${messageOf(error)}`);
  }
}
