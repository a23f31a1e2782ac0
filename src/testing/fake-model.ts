/** A language model from literals: it answers as a test scripts it, through the question's own schema. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { messageOf } from "../core/error.ts";
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

/** A response that is an error, as a provider gives it. */
export class HttpFailure {
  constructor(
    readonly status: number,
    readonly retryAfterSeconds?: number,
  ) {}
}

/** An answer, a function of the facts that gives one, an error, a failed response, or several of these in turn. */
export type FakeAnswer = object | Error | HttpFailure | ((facts: never) => unknown);

/** By the `about` of a question. */
export type FakeReplies = Readonly<Record<string, FakeAnswer | readonly FakeAnswer[]>>;

export interface FakeModelOptions {
  readonly id?: string;
  readonly latencyMs?: number;
  /** What each answer takes; costs 0 unless said otherwise. */
  readonly tokenUsage?: TokenUsage;
  readonly costUsd?: number | null;
  /** What an `Error` among the answers means; default "transport". */
  readonly code?: ModelFailure;
}

export interface FakeModel extends Model {
  /** Everything it was asked, in order, each attempt for itself. */
  readonly calls: {
    readonly about: string;
    readonly facts: Json;
    readonly prompt: string;
    readonly problem?: string;
  }[];
  /** The seconds that failed responses asked to wait. Nobody waits. */
  readonly waits: number[];
}

/** Refused this often in a row, a real model gives up too. */
const mostRefusals = 12;

/** Questions are scripted by their `about`; in an array replies come in turn, and the last one stays. */
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

interface World extends Pick<FakeModel, "calls" | "waits"> {
  readonly next: (about: string) => FakeAnswer | undefined;
  readonly options: FakeModelOptions;
}

async function ask<T>(question: ModelQuestion<T>, asked: ModelCallOptions, world: World): Promise<ModelAnswer<T>> {
  const count = { requests: 0, answers: 0 };
  const left = { repairs: asked.repairs ?? 2, retries: asked.retries ?? 2, refusals: mostRefusals };
  const failed = (code: ModelFailure, why: string) =>
    ({ status: "failed", code, why, spending: spendingOf(count, world.options) }) as const;
  let { problem } = question;
  for (;;) {
    const scripted = await reply({ ...question, problem }, asked.abort, world);
    if (asked.abort.aborted) return failed("stopped", `stopped: ${messageOf(asked.abort.reason)}`);
    if (scripted === undefined) return failed("request", `no reply is scripted for ${question.about}`);
    count.requests++;
    if (scripted instanceof Error) return failed(world.options.code ?? "transport", scripted.message);
    if (scripted instanceof HttpFailure) {
      const code = codeOf(scripted.status);
      if (scripted.retryAfterSeconds !== undefined) world.waits.push(scripted.retryAfterSeconds);
      if (code === "rate-limit" ? --left.refusals > 0 : code === "transport" && left.retries-- > 0) continue;
      return failed(code, `HTTP ${scripted.status}`);
    }
    count.answers++;
    const reading = read(scripted, question);
    if (reading.success) return { status: "answered", value: reading.data, spending: spendingOf(count, world.options) };
    problem = z.prettifyError(reading.error);
    if (left.repairs-- <= 0) return { ...failed("unreadable", problem), raw: JSON.stringify(scripted) };
  }
}

type Asked = Pick<ModelQuestion<unknown>, "about" | "facts" | "prompt"> & { readonly problem: string | undefined };

async function reply(asked: Asked, abort: AbortSignal, { calls, next, options }: World): Promise<unknown> {
  if (abort.aborted) return undefined;
  const { about, facts, prompt, problem } = asked;
  calls.push({ about, facts, prompt, ...(problem === undefined ? {} : { problem }) });
  // An abort during the wait is seen by whoever asked.
  if (options.latencyMs !== undefined) await sleep(options.latencyMs, undefined, { signal: abort }).catch(() => {});
  const scripted = next(about);
  return typeof scripted === "function" ? (scripted as (facts: Json) => unknown)(facts) : scripted;
}

function read<T>(scripted: unknown, { answer, keys }: ModelQuestion<T>) {
  const schema = () => z.toJSONSchema(answer, { io: "input", unrepresentable: "any" });
  return answer.safeParse(keys === "either" ? alignKeys(scripted, schema()) : scripted);
}

function spendingOf(count: { requests: number; answers: number }, options: FakeModelOptions): ModelSpending {
  const { tokenUsage, costUsd = 0 } = options;
  const usage = tokenUsage === undefined || count.answers === 0 ? {} : { tokenUsage: times(tokenUsage, count.answers) };
  const total = count.answers === 0 ? 0 : costUsd && costUsd * count.answers;
  return { calls: count.requests, costUsd: total, ...usage };
}

function codeOf(status: number): ModelFailure {
  if (status === 401 || status === 403) return "auth";
  if (status === 429 || status === 529) return "rate-limit";
  return status >= 500 ? "transport" : "request";
}

function times(usage: TokenUsage, count: number): TokenUsage {
  return Object.fromEntries(Object.entries(usage).map(([kind, tokens]) => [kind, tokens * count])) as TokenUsage;
}
