/** Decides who caused a failure, from the facts a program reports about it. */
import type { FailureCode } from "../../../../core/outcome.ts";

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
