/** The shape of a vendor's API: its path, how to read a request, how to write an answer. */
import type { ModelAnswer } from "../answer.ts";
import type { ModelRequest, RequestParts, WireName } from "../model-request.ts";

/** One server-sent event; text is sent as it is, everything else as JSON. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** An HTTP status and message, which each vendor puts in its own format. */
export interface WireError {
  readonly status: number;
  readonly message: string;
}

export interface Wire {
  readonly name: WireName;
  /** The path's match if a POST to it is a request to a model. */
  path(path: string): RegExpExecArray | null;
  /** The response if a POST only counts tokens; `tokens` is an estimate. */
  aside?(path: string, tokens: number): object | null;
  read(body: Readonly<Record<string, unknown>>, path: RegExpExecArray): RequestParts;
  plain(answer: ModelAnswer, request: ModelRequest): object;
  stream(answer: ModelAnswer, request: ModelRequest): readonly StreamEvent[];
  error(error: WireError): object;
}

/** Splits a text the way a model would stream it. Returns at least one piece. */
export function splitIntoPieces(text: string, size = 24): string[] {
  const found = text.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? [];
  return found.length === 0 ? [""] : found;
}
