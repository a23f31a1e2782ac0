/** What a vendor's API looks like: where it is, how a request reads, how an answer is written. */
import type { ModelAnswer } from "../answer.ts";
import type { ModelRequest, RequestParts, WireName } from "../model-request.ts";

/** One server-sent event; text goes out as it is, everything else as JSON. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** A status with the vendor's own body for it. */
export interface WireError {
  readonly status: number;
  readonly message: string;
}

export interface Wire {
  readonly name: WireName;
  /** The path's match where a POST to it is a question to a model. */
  path(path: string): RegExpExecArray | null;
  /** The answer where a POST only asks how many tokens it holds; `tokens` is an estimate. */
  aside?(path: string, tokens: number): object | null;
  read(body: Readonly<Record<string, unknown>>, path: RegExpExecArray): RequestParts;
  plain(answer: ModelAnswer, request: ModelRequest): object;
  stream(answer: ModelAnswer, request: ModelRequest): readonly StreamEvent[];
  error(error: WireError): object;
}

/** Pieces of a text, as a model would send them. At least one. */
export function pieces(text: string, size = 24): string[] {
  const found = text.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? [];
  return found.length === 0 ? [""] : found;
}
