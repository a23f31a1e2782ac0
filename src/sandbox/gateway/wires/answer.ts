/** What the gateway reads from an answer while it passes it on. */
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import type { JsonView } from "../../../core/json-view.ts";

export interface AnswerFacts {
  model: string | null;
  usage: TokenUsage | undefined;
  calledTool: boolean;
  /** Whether the answer reached its end, as its API marks it. */
  isComplete: boolean;
  /** The status that an error inside an answer amounts to, although the answer began with 200. */
  errorStatus: number | null;
}

/** Reads the answers of one API. */
export interface AnswerWire {
  readonly name: "anthropic" | "responses" | "chat" | "google";
  /** Whether the request lets the model call tools. */
  offersTools(body: JsonView): boolean;
  /** Names of streamed events that contain only pieces of text, so that parsing them would be a waste. */
  isTextPiece?(event: string): boolean;
  /** Takes in the data of one streamed event. */
  readEvent(data: JsonView, facts: AnswerFacts): void;
  /** Takes in a whole answer that was not streamed. */
  readBody(body: JsonView, facts: AnswerFacts): void;
}

export function newAnswerFacts(): AnswerFacts {
  return { model: null, usage: undefined, calledTool: false, isComplete: false, errorStatus: null };
}

/** A number of tokens; anything else counts as none. */
export function toCount(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

const statusByErrorType: readonly (readonly [pattern: RegExp, status: number])[] = [
  [/rate_limit|quota|resource_exhausted/i, 429],
  [/overloaded|slow_down/i, 529],
  [/authentication|invalid_api_key|unauthenticated/i, 401],
  [/permission|billing/i, 403],
  [/invalid_request|invalid_prompt|context_length|not_found|content_filter|invalid_argument/i, 400],
];

/** The HTTP status that fits an error's type and code; an unknown error is the provider's. */
export function toErrorStatus(error: JsonView): number {
  const code = error["code"];
  if (typeof code === "number" && code >= 400 && code < 600) return code;
  const words = [error["type"], code, error["status"]].filter((word) => typeof word === "string").join(" ");
  return statusByErrorType.find(([pattern]) => pattern.test(words))?.[1] ?? 500;
}
