/** Classifies a failed request by its status, error type and codes in its body; never by its message. */
import type { APICallError } from "ai";
import { errorMessage, systemCode } from "../../../core/error.ts";
import { readRetryAfterMs } from "../../../core/http/retry-after.ts";
import type { ModelFailure } from "../../../core/model.ts";

export interface RequestFailure {
  readonly code: ModelFailure;
  readonly why: string;
  /** Whether the same request may succeed later. */
  readonly again: boolean;
  /** The minimum wait before a retry, if the provider named one. */
  readonly waitMs?: number;
  readonly status?: number;
  /** The parameter the provider rejected, such as "temperature". */
  readonly parameter?: string;
  /** Whether the request reached the provider at all. */
  readonly reached: boolean;
  /** 0 if the provider answered with an error, which is never billed; null if no answer arrived. */
  readonly costUsd: 0 | null;
}

interface FailureRow {
  readonly code: ModelFailure;
  readonly again: boolean;
}

const byStatus: Readonly<Record<number, FailureRow>> = {
  401: { code: "auth", again: false },
  403: { code: "auth", again: false },
  408: { code: "transport", again: true },
  409: { code: "transport", again: true },
  425: { code: "transport", again: true },
  429: { code: "rate-limit", again: true },
  529: { code: "rate-limit", again: true },
};

/** Error codes in the body that say more than the status. */
const byCode: Readonly<Record<string, FailureRow>> = {
  overloaded_error: { code: "rate-limit", again: true },
  insufficient_quota: { code: "request", again: false },
};

/** Errors of connections that were never established. */
const unreachedCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

export function describeCallError(error: APICallError, nowMs: number): RequestFailure {
  const { statusCode } = error;
  if (statusCode === undefined) return lostConnection(error);
  if (statusCode >= 300 && statusCode < 400) return redirected(statusCode);
  if (statusCode < 400) return malformedBody(statusCode);
  const details = errorDetails(error);
  const row =
    byCode[details.code ?? ""] ?? byCode[details.type ?? ""] ?? byStatus[statusCode] ?? findRowForClass(statusCode);
  const waitMs = readRetryAfterMs(error.responseHeaders, nowMs);
  return {
    ...row,
    why: describeStatus(`HTTP ${statusCode}`, error.message),
    status: statusCode,
    reached: true,
    costUsd: 0,
    ...(waitMs === undefined ? {} : { waitMs }),
    ...(details.param === undefined ? {} : { parameter: details.param }),
  };
}

/** Some servers answer with a whole page. */
const longestMessage = 500;

function describeStatus(status: string, message: string): string {
  const text = message.trim();
  if (text === "") return status;
  return `${status}: ${text.length > longestMessage ? `${text.slice(0, longestMessage)}...` : text}`;
}

function findRowForClass(status: number): FailureRow {
  return status >= 500 ? { code: "transport", again: true } : { code: "request", again: false };
}

function lostConnection(error: APICallError): RequestFailure {
  const reached = !unreachedCodes.has(systemCode(error.cause) ?? "");
  return { code: "transport", again: true, why: error.message, reached, costUsd: reached ? null : 0 };
}

function redirected(status: number): RequestFailure {
  const why = `HTTP ${status}: the server redirects, and AXIS does not follow with your key and prompt; set the final address as the model's base URL`;
  return { code: "request", again: false, why, status, reached: true, costUsd: 0 };
}

function malformedBody(status: number): RequestFailure {
  const why = `HTTP ${status}, with a body that is not an answer of this API`;
  return { code: "transport", again: true, why, status, reached: true, costUsd: null };
}

/** A package refused to send it, or the provider cannot be opened: a retry would fail too. */
export function unsendable(error: unknown): RequestFailure {
  return { code: "request", again: false, why: errorMessage(error), reached: false, costUsd: 0 };
}

/** The response was lost, or the package could not parse it. */
export function brokenAnswer(error: unknown): RequestFailure {
  return {
    code: "transport",
    again: true,
    why: `no usable answer: ${errorMessage(error)}`,
    reached: true,
    costUsd: null,
  };
}

export function timedOut(timeoutMs: number): RequestFailure {
  const why = `no answer within ${timeoutMs / 1000} s`;
  return { code: "transport", again: true, why, reached: true, costUsd: null };
}

/** Stopped from outside before anything was sent. */
export function stopped(abort: AbortSignal): RequestFailure {
  return { code: "stopped", again: false, why: `stopped: ${errorMessage(abort.reason)}`, reached: false, costUsd: 0 };
}

interface ErrorDetails {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
}

/** `error.type`, `error.code` and `error.param` of the body, if present. */
function errorDetails(error: APICallError): ErrorDetails {
  const inner = readField(parseBody(error), "error");
  const texts = ["type", "code", "param"].map((name) => [name, readField(inner, name)] as const);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === "string" && value !== ""));
}

/** The SDK packages parse only bodies in the provider's exact format; proxies are less strict. */
function parseBody({ responseBody = "" }: APICallError): unknown {
  try {
    return JSON.parse(responseBody);
  } catch {
    // A page instead of JSON adds nothing to its status.
    return undefined;
  }
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
