/** Reads the errors of Codex: in its session files, in its output, and over ACP with other names. */
import type { FailureCode } from "../../../../core/outcome.ts";
import { statusFailure } from "../common/failure.ts";
import { type Fields, integerAt, isFields, textAt } from "../common/fields.ts";

/** Kinds of error, in lower case and without underscores: session files write them with, the ACP adapter without. */
const kindFailures: ReadonlyMap<string, FailureCode> = new Map([
  ["unauthorized", "auth"],
  ["usagelimitexceeded", "rate-limit"],
  ["serveroverloaded", "rate-limit"],
  ["internalservererror", "network"],
  ["httpconnectionfailed", "network"],
  ["responsestreamconnectionfailed", "network"],
  ["responsestreamdisconnected", "network"],
  ["responsetoomanyfailedattempts", "network"],
  ["contextwindowexceeded", "agent"],
  ["badrequest", "agent"],
  ["sandboxerror", "agent"],
]);

/** How the messages begin that Codex itself writes about a failed request, some with the status. */
const messages =
  /^(?:unexpected status (\d{3})\b|exceeded retry limit, last status: (\d{3})\b|stream disconnected before)/;

/** Why the model's server refused, from the kind of error and the HTTP status; undefined if the error tells neither. */
export function readCodexFailure(error: Fields | undefined): FailureCode | undefined {
  const info = error?.["codex_error_info"] ?? error?.["codexErrorInfo"];
  if (typeof info === "string") return kindFailure(info) ?? messageFailure(error);
  for (const [kind, detail] of isFields(info) ? Object.entries(info) : []) {
    const failure = statusFailure(readStatus(detail)) ?? kindFailure(kind);
    if (failure !== undefined) return failure;
  }
  return messageFailure(error);
}

function kindFailure(kind: string): FailureCode | undefined {
  return kindFailures.get(kind.replaceAll("_", "").toLowerCase());
}

function messageFailure(error: Fields | undefined): FailureCode | undefined {
  const parts = messages.exec(textAt(error, "message") ?? "");
  return parts === null ? undefined : (statusFailure(Number(parts[1] ?? parts[2])) ?? "network");
}

function readStatus(detail: unknown): number | undefined {
  const fields = isFields(detail) ? detail : undefined;
  return integerAt(fields, "http_status_code") ?? integerAt(fields, "httpStatusCode");
}
