/** A language model from literals: it answers as a test scripts it, through the question's own schema. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { messageOf } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { alignKeys } from "../core/key-spelling.ts";
import type {
  Model,
  ModelAnswer,
  ModelCallOptions,
  ModelFailure,
  ModelQuestion,
  ModelSpending,
} from "../core/model.ts";
import type { TokenUsage } from "../core/token-usage.ts";

/** A response that is an error, as a provider gives it. */
export class HttpFailure {
  constructor(
    readonly status: number,
    readonly retryAfterSeconds?: number,
  ) {}
}

/** An answer, a function of the facts that gives one, an error, a failed response, or several of these in turn. */
export type FakeAnswer = object | Error | HttpFailure | ((facts: never) => unknown);

export interface FakeModelOptions {
  readonly id?: string;
  readonly latencyMs?: number;
  /** What each answer takes; costs 0 unless said otherwise. */
  readonly tokenUsage?: TokenUsage;
  readonly costUsd?: number | null;
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

type Failed = Extract<ModelAnswer<never>, { status: "failed" }>;

/** Refused this often in a row, a real model gives up too. */
const mostRefusals = 12;

/** Questions are scripted by their `about`; in an array replies come in turn, and the last one stays. */
export function fakeModel(
  script: Readonly<Record<string, FakeAnswer | readonly FakeAnswer[]>>,
  options: FakeModelOptions = {},
): FakeModel {
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
    ask: (question, asked) => new Asking(question, asked, options).answer({ next, calls, waits }),
  };
}

interface Source {
  readonly next: (about: string) => FakeAnswer | undefined;
  readonly calls: FakeModel["calls"];
  readonly waits: number[];
}

class Asking<T> {
  #requests = 0;
  #answers = 0;
  constructor(
    readonly question: ModelQuestion<T>,
    readonly asked: ModelCallOptions,
    readonly options: FakeModelOptions,
  ) {}

  async answer(source: Source): Promise<ModelAnswer<T>> {
    let { problem } = this.question;
    const left = { repairs: this.asked.repairs ?? 2, retries: this.asked.retries ?? 2, refusals: mostRefusals };
    for (;;) {
      if (this.asked.abort.aborted) return this.#failed("stopped", `stopped: ${messageOf(this.asked.abort.reason)}`);
      const scripted = await this.#ask(source, problem);
      if (scripted === undefined) return this.#failed("request", `no reply is scripted for ${this.question.about}`);
      if (scripted instanceof Error) return this.#failed("transport", scripted.message);
      if (scripted instanceof HttpFailure) {
        if (scripted.retryAfterSeconds !== undefined) source.waits.push(scripted.retryAfterSeconds);
        const code = codeOf(scripted.status);
        const again = code === "rate-limit" ? --left.refusals > 0 : code === "transport" && left.retries-- > 0;
        if (again) continue;
        return this.#failed(code, `HTTP ${scripted.status}`);
      }
      this.#answers++;
      const reading = this.#read(scripted);
      if (reading.success) return { status: "answered", value: reading.data, spending: this.#spending() };
      problem = z.prettifyError(reading.error);
      if (left.repairs-- <= 0) return { ...this.#failed("unreadable", problem), raw: JSON.stringify(scripted) };
    }
  }

  async #ask({ next, calls }: Source, problem: string | undefined): Promise<unknown> {
    const { about, facts, prompt } = this.question;
    const { latencyMs } = this.options;
    calls.push({ about, facts, prompt, ...(problem === undefined ? {} : { problem }) });
    // An abort during the wait is seen by the loop.
    if (latencyMs !== undefined) await sleep(latencyMs, undefined, { signal: this.asked.abort }).catch(() => {});
    const scripted = next(about);
    if (scripted === undefined) return undefined;
    this.#requests++;
    return typeof scripted === "function" ? (scripted as (facts: Json) => unknown)(facts) : scripted;
  }

  #read(scripted: unknown) {
    const { answer, keys } = this.question;
    const schema = () => z.toJSONSchema(answer, { io: "input", unrepresentable: "any" });
    return answer.safeParse(keys === "either" ? alignKeys(scripted, schema()) : scripted);
  }

  #spending(): ModelSpending {
    const { tokenUsage, costUsd = 0 } = this.options;
    const total = costUsd === null && this.#answers > 0 ? null : (costUsd ?? 0) * this.#answers;
    const usage =
      tokenUsage === undefined || this.#answers === 0 ? {} : { tokenUsage: times(tokenUsage, this.#answers) };
    return { calls: this.#requests, costUsd: total, ...usage };
  }

  #failed(code: ModelFailure, why: string): Failed {
    return { status: "failed", code, why, spending: this.#spending() };
  }
}

function codeOf(status: number): ModelFailure {
  if (status === 401 || status === 403) return "auth";
  if (status === 429 || status === 529) return "rate-limit";
  return status >= 500 ? "transport" : "request";
}

function times(usage: TokenUsage, count: number): TokenUsage {
  return Object.fromEntries(Object.entries(usage).map(([kind, tokens]) => [kind, tokens * count])) as TokenUsage;
}
