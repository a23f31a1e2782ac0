/** A language model made of literals: it gives scripted answers, parsed by the question's own schema. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { errorMessage } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { alignKeys } from "../core/keys/key-spelling.ts";
import type {
  Model,
  ModelAnswer,
  ModelCallOptions,
  ModelFailure,
  ModelQuestion,
  ModelSpending,
} from "../core/model.ts";
import type { TokenUsage } from "../core/model/token-usage.ts";

/** An error response of a provider. */
export class HttpFailure {
  constructor(
    readonly status: number,
    readonly retryAfterSeconds?: number,
  ) {}
}

/** An answer, a function of the facts that returns one, an error, or an error response. */
export type FakeAnswer = object | Error | HttpFailure | ((facts: never) => unknown);

/** Answers by the `about` of the question; the answers of an array are used in order. */
export type FakeReplies = Readonly<Record<string, FakeAnswer | readonly FakeAnswer[]>>;

export interface FakeModelOptions {
  readonly id?: string;
  readonly latencyMs?: number;
  /** Tokens per answer; `costUsd` is also per answer and defaults to 0. */
  readonly tokenUsage?: TokenUsage;
  readonly costUsd?: number | null;
  /** The failure code for an `Error` among the answers; default "transport". */
  readonly code?: ModelFailure;
}

export interface FakeModel extends Model {
  /** Every request, in order, including each attempt. */
  readonly calls: {
    readonly about: string;
    readonly facts: Json;
    readonly prompt: string;
    readonly problem?: string;
  }[];
  /** The waiting times, in seconds, that error responses asked for. The fake does not actually wait. */
  readonly waits: number[];
}

/** A real model also gives up after this many refusals in a row. */
const maxRefusals = 12;

/** Scripts answers by the question's `about`. An array is used in order, and its last answer repeats. */
export function fakeModel(script: FakeReplies, options: FakeModelOptions = {}): FakeModel {
  const calls: FakeModel["calls"] = [];
  const waits: number[] = [];
  const turns = new Map<string, number>();
  const next = (about: string): FakeAnswer | undefined => {
    const scripted = Object.hasOwn(script, about) ? script[about] : undefined;
    if (!Array.isArray(scripted)) return scripted;
    const turn = turns.get(about) ?? 0;
    turns.set(about, turn + 1);
    return scripted[Math.min(turn, scripted.length - 1)] as FakeAnswer;
  };
  return {
    id: options.id ?? "fake/model",
    calls,
    waits,
    ask: (question, asked) => ask(question, asked, { next, calls, waits, options }),
  };
}

interface FakeModelState {
  readonly calls: FakeModel["calls"];
  readonly waits: FakeModel["waits"];
  readonly next: (about: string) => FakeAnswer | undefined;
  readonly options: FakeModelOptions;
}

function recordWait({ retryAfterSeconds }: HttpFailure, { waits }: FakeModelState): void {
  if (retryAfterSeconds !== undefined) waits.push(retryAfterSeconds);
}

/** Each kind of failure has its own allowance of retries. */
function takeRetry(code: ModelFailure, left: { refusals: number; retries: number }): boolean {
  if (code === "rate-limit") return --left.refusals > 0;
  return code === "transport" && left.retries-- > 0;
}

async function ask<T>(
  question: ModelQuestion<T>,
  asked: ModelCallOptions,
  state: FakeModelState,
): Promise<ModelAnswer<T>> {
  const count = { requests: 0, answers: 0 };
  const left = { repairs: asked.repairs ?? 2, retries: asked.retries ?? 2, refusals: maxRefusals };
  const failed = (code: ModelFailure, why: string) =>
    ({ status: "failed", code, why, spending: toSpending(count, state.options) }) as const;
  let { problem } = question;
  for (;;) {
    const scripted = await nextReply({ ...question, problem }, asked.abort, state);
    if (asked.abort.aborted) return failed("stopped", `stopped: ${errorMessage(asked.abort.reason)}`);
    if (scripted === undefined) return failed("request", `no reply is scripted for ${question.about}`);
    count.requests++;
    if (scripted instanceof Error) return failed(state.options.code ?? "transport", scripted.message);
    if (scripted instanceof HttpFailure) {
      recordWait(scripted, state);
      const code = toFailureCode(scripted.status);
      if (takeRetry(code, left)) continue;
      return failed(code, `HTTP ${scripted.status}`);
    }
    count.answers++;
    const reading = parseReply(scripted, question);
    if (reading.success) return { status: "answered", value: reading.data, spending: toSpending(count, state.options) };
    problem = z.prettifyError(reading.error);
    if (left.repairs-- <= 0) return { ...failed("unreadable", problem), raw: JSON.stringify(scripted) };
  }
}

type FakeQuestion = Pick<ModelQuestion<unknown>, "about" | "facts" | "prompt"> & {
  readonly problem: string | undefined;
};

async function nextReply(
  asked: FakeQuestion,
  abort: AbortSignal,
  { calls, next, options }: FakeModelState,
): Promise<unknown> {
  if (abort.aborted) return undefined;
  const { about, facts, prompt, problem } = asked;
  calls.push({ about, facts, prompt, problem });
  // The caller checks for an abort after the wait.
  if (options.latencyMs !== undefined) await sleep(options.latencyMs, undefined, { signal: abort }).catch(() => {});
  const scripted = next(about);
  return typeof scripted === "function" ? (scripted as (facts: Json) => unknown)(facts) : scripted;
}

function parseReply<T>(scripted: unknown, { answer, keys }: ModelQuestion<T>) {
  const schema = () => z.toJSONSchema(answer, { io: "input", unrepresentable: "any" });
  return answer.safeParse(keys === "either" ? alignKeys(scripted, schema()) : scripted);
}

function toSpending(count: { requests: number; answers: number }, options: FakeModelOptions): ModelSpending {
  const { tokenUsage, costUsd = 0 } = options;
  const usage =
    tokenUsage === undefined || count.answers === 0 ? {} : { tokenUsage: multiplyUsage(tokenUsage, count.answers) };
  const total = count.answers === 0 ? 0 : costUsd && costUsd * count.answers;
  return { calls: count.requests, costUsd: total, ...usage };
}

function toFailureCode(status: number): ModelFailure {
  if (status === 401 || status === 403) return "auth";
  if (status === 429 || status === 529) return "rate-limit";
  return status >= 500 ? "transport" : "request";
}

function multiplyUsage(usage: TokenUsage, count: number): TokenUsage {
  return Object.fromEntries(Object.entries(usage).map(([kind, tokens]) => [kind, tokens * count])) as TokenUsage;
}
