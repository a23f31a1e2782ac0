/** Why an ACP agent could not ask its model, from the facts it reports; each agent reports them in its own way. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { FailureCode, ModelOutage } from "../../../../core/outcome.ts";
import { readCodexFailure } from "../codex/codex-error.ts";
import { plainFailure, statusFailure } from "../common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "../common/fields.ts";

/** The protocol's code for an agent that is not logged in. */
const authenticationRequired = -32000;

/** Names of errors of a model server: `errorName` of OpenCode, `errorKind` of Claude's adapter. */
const namedFailures: ReadonlyMap<string, FailureCode> = new Map([
  ["APIError", "network"],
  ["ProviderAuthError", "auth"],
  ["authentication_failed", "auth"],
  ["oauth_org_not_allowed", "auth"],
  ["billing_error", "auth"],
  ["rate_limit", "rate-limit"],
  ["overloaded", "rate-limit"],
  ["server_error", "network"],
]);

/** Agents that answer a prompt with an error that has no status. */
type ReadFailure = (data: Fields | undefined) => FailureCode | undefined;
const unnamedFailures: ReadonlyMap<string, ReadFailure> = new Map<string, ReadFailure>([
  // Its details are the message of its HTTP client, which begins with the status.
  ["qwen-code", (data) => statusFailure(Number(/^(\d{3}) /.exec(textAt(data, "details") ?? "")?.[1]))],
  // It does so only if its model could not be asked; what the agent or a tool does wrong is part of the turn.
  ["cline", () => "network"],
]);

/** An error in answer to a prompt; `lastWords` is the text that the agent had begun. */
export function readPromptFailure(
  error: Fields,
  said: { readonly agent: string | undefined; readonly modelAnswered: boolean; readonly lastWords: string | null },
): ModelOutage {
  const data = fieldsAt(error, "data");
  const message = textAt(error, "message") ?? "the agent answered with an error";
  const details = textAt(data, "details");
  const number = integerAt(error, "code");
  const name = textAt(data, "errorName") ?? textAt(data, "errorKind") ?? "";
  const code =
    (number === authenticationRequired ? "auth" : statusFailure(number)) ??
    namedFailures.get(name) ??
    unnamedFailures.get(said.agent ?? "")?.(data) ??
    plainFailure(said.modelAnswered);
  return { code, message: said.lastWords ?? (details === undefined ? message : `${message}: ${details}`) };
}

/** Claude's adapter puts its own words about a failed request where the model's would be, before it answers with the error. */
export function isOwnErrorText(error: Fields, agent: string | undefined): boolean {
  if (agent !== "@agentclientprotocol/claude-agent-acp") return false;
  return integerAt(error, "code") === authenticationRequired || fieldsAt(error, "data")?.["errorKind"] !== undefined;
}

/** What Codex's adapter tells about its model in updates of the session: errors, retries, and that it gave up. */
export class CodexStatus {
  #cause: ModelOutage | null = null;
  #hasGivenUp = false;
  #lastWords = "";

  /** Why the turn ended without the model; null if it did not. */
  get failure(): ModelOutage | null {
    if (!this.#hasGivenUp) return null;
    const message = this.#lastWords.trim();
    return { code: this.#cause?.code ?? "network", message: message || (this.#cause?.message ?? "Codex gave up") };
  }

  update(update: Fields, sink: LineSink): void {
    const codex = fieldsAt(fieldsAt(update, "_meta"), "codex");
    const error = fieldsAt(codex, "error");
    if (error !== undefined) {
      const message = textAt(error, "additionalDetails") ?? textAt(error, "message") ?? "unknown error";
      this.#cause = { code: readCodexFailure(error) ?? "network", message };
      if (error["willRetry"] === true) sink.outage?.(this.#cause);
    }
    const status = textAt(fieldsAt(codex, "threadStatus"), "type");
    if (status !== undefined) this.#hasGivenUp = status === "systemError";
  }

  /** After it gave up, its text describes the failure and is not the model's answer. */
  takesText(text: string): boolean {
    if (this.#hasGivenUp) this.#lastWords += text;
    else this.#cause = null;
    return this.#hasGivenUp;
  }
}

/** Copilot over ACP ends a turn whose model failed like any other; how often it asked tells them apart. */
export class CopilotRequests {
  #contextTokens: number | undefined;
  #isRepeated = false;

  /** It reports the size of its context before each request; the same size again means that the last request added nothing. */
  request(update: Fields): void {
    const tokens = integerAt(update, "used");
    this.#isRepeated = tokens !== undefined && tokens === this.#contextTokens;
    this.#contextTokens = tokens;
  }

  /** Whether the turn ended without the model: no request was counted, or the last ones failed and the answer says so. */
  hasFailed(result: Fields, answer: string | null): boolean {
    if (fieldsAt(result, "usage") === undefined) return true;
    return this.#isRepeated && /(?:^|Retrying\.\.\.)Error: /.test(answer ?? "");
  }
}
