/** Decides who caused a failure, from the facts a program reports about it. */
import type { FailureCode, ModelOutage } from "../../../../core/outcome.ts";

/** The failure code for an HTTP status from a model server; undefined if the status is not a failure. */
export function statusFailure(status: number | undefined): FailureCode | undefined {
  if (status === undefined || !Number.isInteger(status) || status < 400 || status > 599) return undefined;
  if (status === 401 || status === 403) return "auth";
  return status === 429 ? "rate-limit" : "network";
}

/**
 * The code of a failure without a status: if the model had not answered yet, the agent did nothing wrong, and the
 * connection to the model failed.
 */
export function plainFailure(modelAnswered: boolean): FailureCode {
  return modelAnswered ? "agent" : "network";
}

/** Gemini CLI and Qwen Code put an error of their model's server in these brackets, with the status or its JSON first. */
const bracketedError = /^\[API Error: (?:(\d{3})\b|\{"error":\{"code":(\d{3})\b)?/;

/** The failure code of such an error; undefined for any other message. The program itself wrote the message. */
export function bracketedFailure(message: string | undefined): FailureCode | undefined {
  const parts = bracketedError.exec(message ?? "");
  return parts === null ? undefined : (statusFailure(Number(parts[1] ?? parts[2])) ?? "network");
}

/** An outage that a program is waiting out; undefined: it got no response at all. */
export function toOutage(status: number | undefined): ModelOutage {
  const code = statusFailure(status);
  if (code === undefined) return { code: "network", message: "The model's server could not be reached" };
  return { code, message: `The model's server answered with status ${status}` };
}
