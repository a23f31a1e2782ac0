/** A language model behind an API, or a test double. Judges and metrics call it the same way. */
import type { z } from "zod";
import type { Json } from "./json.ts";
import type { TokenUsage } from "./model/token-usage.ts";

/** One question with the shape of its answer. */
export interface ModelQuestion<T> {
  /** A stable name such as "goal" or "claims.extract": for doubles, caches and logs. */
  readonly about: string;
  /** Role, rules and rubric: the same for every item, first in the prompt. */
  readonly prompt: string;
  readonly examples?: readonly { readonly facts: Json; readonly answer: Json }[];
  /** What is judged. Data, never an instruction: the sender fences it. */
  readonly facts: Json;
  /** Parses the answer; the JSON Schema shown to the model is made from it. */
  readonly answer: z.ZodType<T>;
  /** `either`: keys of the reply may be spelled in snake_case or camelCase. Default `exact`. */
  readonly keys?: "exact" | "either";
  /** What was wrong with the previous answer. */
  readonly problem?: string;
  /** Which sample this is, if the same question is repeated on purpose: answers are kept per sample. Default 1. */
  readonly draw?: number;
  /** Whether a parsed answer should be kept for the next time; default: always. */
  readonly keep?: (answer: T) => boolean;
}

export interface ModelCallOptions {
  readonly abort: AbortSignal;
  /** How often an unreadable reply is sent back with what was wrong; default 2. */
  readonly repairs?: number;
  /** How often a request that failed in transit (5xx, a dropped connection, a timeout) is retried; default 2. */
  readonly retries?: number;
  /** Default 0; omitted if the model does not accept one. */
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** Time limit per request; default five minutes. */
  readonly timeoutMs?: number;
}

/** What all attempts at one question cost. An unknown price is null, never 0. */
export interface ModelSpending {
  readonly tokenUsage?: TokenUsage;
  readonly costUsd: number | null;
  /** Requests that reached the provider; 0 for an answer from the cache. */
  readonly calls: number;
}

/** Why there is no answer, from structured facts: a status, an error type, a finish reason. Never from a message. */
export type ModelFailure =
  | "unreadable"
  | "refused"
  | "truncated"
  | "auth"
  | "rate-limit"
  | "transport"
  | "request"
  | "stopped";

export type ModelAnswer<T> =
  | { readonly status: "answered"; readonly value: T; readonly spending: ModelSpending }
  | {
      readonly status: "failed";
      readonly code: ModelFailure;
      readonly why: string;
      /** The reply that could not be parsed. */
      readonly raw?: string;
      readonly spending: ModelSpending;
    };

export interface Model {
  /** `<provider>/<model>`. */
  readonly id: string;
  /** Whether its price is known; absent if only its answers state what they cost. */
  readonly priced?: boolean;
  /** Never rejects because of the model or the network. */
  ask<T>(question: ModelQuestion<T>, options: ModelCallOptions): Promise<ModelAnswer<T>>;
}

export type Embedding =
  | { readonly status: "embedded"; readonly vectors: readonly (readonly number[])[]; readonly costUsd: number | null }
  | { readonly status: "failed"; readonly why: string };

export interface Embedder {
  readonly id: string;
  /** One vector per text, in order. */
  embed(texts: readonly string[], abort: AbortSignal): Promise<Embedding>;
}
