/** The format of OpenAI's errors, the same for both of its APIs. */
import type { WireError } from "./wire.ts";

export function toOpenaiError({ status, message }: WireError): object {
  return { error: { message, param: null, ...toErrorType(status) } };
}

function toErrorType(status: number): { type: string; code: string } {
  if (status === 401) return { type: "invalid_request_error", code: "invalid_api_key" };
  if (status === 429) return { type: "rate_limit_error", code: "rate_limit_exceeded" };
  if (status < 500) return { type: "invalid_request_error", code: "invalid_request" };
  return { type: "server_error", code: "server_error" };
}
