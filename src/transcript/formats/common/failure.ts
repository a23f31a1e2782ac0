/** Whose failure a failure is, from the facts a program states about it. */
import type { FailureCode } from "../../../core/outcome.ts";

/** The code for the HTTP status that a model server answered with; undefined where it is no status of a failure. */
export function statusFailure(status: number | undefined): FailureCode | undefined {
  if (status === undefined || !Number.isInteger(status) || status < 400 || status > 599) return undefined;
  if (status === 401 || status === 403) return "auth";
  return status === 429 ? "rate-limit" : "network";
}

/**
 * The code of a failure that comes without a status: where the model had not said a word, nothing was the agent's
 * doing, and it was the way to the model that failed.
 */
export function plainFailure(modelAnswered: boolean): FailureCode {
  return modelAnswered ? "agent" : "network";
}
