/** Answers of the gateway itself, in the format of the API that was called. */
import type { ServerResponse } from "node:http";
import type { ModelProvider } from "../../core/model/model-provider.ts";

export interface OwnAnswer {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

const anthropicTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
};
const googleNames: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
};

export function sendOwnAnswer(
  response: ServerResponse,
  { status, message, retryAfterSeconds }: OwnAnswer,
  format: ModelProvider["kind"],
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const body = Buffer.from(JSON.stringify(formatError(status, message, format)));
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": body.length,
    // So that a reader of a log can tell it from an answer of the provider.
    "x-axis": "gateway",
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  });
  response.end(body);
}

function formatError(status: number, message: string, format: ModelProvider["kind"]): object {
  if (format === "anthropic") return { type: "error", error: { type: anthropicTypes[status] ?? "api_error", message } };
  if (format === "google") return { error: { code: status, message, status: googleNames[status] ?? "UNAVAILABLE" } };
  const type = status >= 500 ? "server_error" : status === 429 ? "rate_limit_error" : "invalid_request_error";
  return { error: { message, type, param: null, code: status === 401 ? "invalid_api_key" : null } };
}
