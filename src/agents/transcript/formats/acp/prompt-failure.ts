/** Converts an error response to a client request into a failure. */
import type { FailureCode } from "../../../../core/outcome.ts";
import { plainFailure, statusFailure } from "../common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "../common/fields.ts";

/** The protocol's code for an agent that is not logged in. */
const authenticationRequired = -32000;

/** Names that agents use for errors of a model server. */
const namedFailures: ReadonlyMap<string, FailureCode> = new Map([
  ["APIError", "network"],
  ["ProviderAuthError", "auth"],
]);

export function promptFailure(error: Fields, modelAnswered: boolean): { code: FailureCode; message: string } {
  const number = integerAt(error, "code");
  const data = fieldsAt(error, "data");
  const name = textAt(data, "errorName");
  const code =
    number === authenticationRequired
      ? "auth"
      : (statusFailure(number) ?? (name === undefined ? undefined : namedFailures.get(name)) ?? plainFailure(modelAnswered));
  const details = textAt(data, "details");
  const said = textAt(error, "message") ?? "the agent answered with an error";
  return { code, message: details === undefined ? said : `${said}: ${details}` };
}
