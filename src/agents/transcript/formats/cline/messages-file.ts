/** Reads session files of Cline (`<id>.messages.json`): one document with messages like those of Anthropic's API. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { EntryInput } from "../../../../core/entry.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { assistantEntries, userText } from "../claude/messages.ts";
import { epochTime } from "../common/epoch.ts";
import type { EventHandler } from "../common/event-reader.ts";
import { plainFailure } from "../common/failure.ts";
import { type Fields, fieldsAt, isFields, itemsAt, numberAt, textAt } from "../common/fields.ts";
import { parseArguments } from "../common/json-text.ts";
import { kindField } from "../common/tool-kinds.ts";
import { addUsage, convertUsage, type UsageNames } from "../common/usage.ts";
import { readClineResult, toClineToolName } from "./cline-result.ts";

const messageUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cacheReadTokens",
  cacheWrite: "cacheWriteTokens",
  exclusive: false,
};

export function isMessagesFile(event: Fields): boolean {
  if (!("version" in event) || textAt(event, "sessionId") === undefined || !Array.isArray(event["messages"]))
    return false;
  const isWritten = textAt(event, "agent") !== undefined || isFields(event["origin"]);
  return isWritten && itemsAt(event, "messages").every((message) => "content" in message);
}

/** Whether this is `<id>.json`, which describes a session and refers to the file with its messages. */
export function isSessionIndex(event: Fields): boolean {
  return textAt(event, "session_id") !== undefined && textAt(event, "messages_path") !== undefined;
}

export const refuseIndex: EventHandler = (event, sink) => {
  const name = (textAt(event, "messages_path") ?? "").split(/[/\\]/).at(-1) ?? "";
  sink.refuse?.(`is the index of a Cline session and has no messages; score ${name} instead`);
};

export const sendMessages: EventHandler = (event, sink) => {
  sink.session(textAt(event, "sessionId") ?? "");
  const session = new ClineSession(sink);
  for (const message of itemsAt(event, "messages")) session.message(message);
  session.end();
};

class ClineSession {
  readonly #sink: LineSink;
  #answer: string | null = null;
  #failure: string | null = null;
  #usage: TokenUsage | null = null;
  #costUsd = 0;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  message(message: Fields): void {
    const timestamp = epochTime(numberAt(message, "ts"));
    const shownAs = textAt(fieldsAt(message, "metadata"), "displayRole");
    if (shownAs === "error") return this.#error(message, timestamp);
    const byProgram = shownAs === "system" || shownAs === "status";
    if (byProgram || textAt(message, "role") !== "assistant") return this.#userMessage(message, timestamp, byProgram);
    this.#failure = null;
    for (const entry of assistantEntries({ message }, { format: "cline", timestamp, parentId: undefined }))
      this.#emit(entry);
    const metrics = fieldsAt(message, "metrics");
    const usage = convertUsage(metrics, messageUsage);
    if (usage !== null) this.#usage = addUsage(this.#usage, usage);
    this.#costUsd += Math.max(0, numberAt(metrics, "cost") ?? 0);
  }

  end(): void {
    // An unknown price is reported as 0.
    if (this.#usage !== null) this.#sink.usage(this.#usage, this.#costUsd === 0 ? undefined : this.#costUsd);
    if (this.#failure === null) return this.#sink.finish(this.#answer);
    this.#sink.fail(plainFailure(this.#usage !== null), this.#failure);
  }

  #emit(entry: EntryInput): void {
    if (entry.type === "assistant" && entry.text.trim() === "") return;
    if (entry.type === "assistant" && entry.thought !== true) this.#answer = entry.text;
    if (entry.type !== "tool_use") return this.#sink.emit(entry);
    const tool = toClineToolName(entry.tool);
    this.#sink.emit({ ...entry, tool, ...kindField("cline", tool) });
  }

  #error(message: Fields, timestamp: string | undefined): void {
    this.#failure = userText({ message }) ?? "unknown error";
    this.#sink.emit({ type: "error", message: this.#failure, timestamp });
  }

  #userMessage(message: Fields, timestamp: string | undefined, byProgram: boolean): void {
    for (const block of itemsAt(message, "content"))
      if (textAt(block, "type") === "tool_result") this.#sink.emit(toResult(block, timestamp));
    const text = userText({ message });
    if (text === null) return;
    const type = textAt(message, "role") === "user" && !byProgram ? "user" : "system";
    this.#sink.emit({ type, text: stripInputTag(text), timestamp });
  }
}

/** Only failures before the tool ran are marked as such; all others are described in the content. */
function toResult(block: Fields, timestamp: string | undefined): EntryInput {
  const content = block["content"];
  const given = typeof content === "string" ? parseArguments(content) : content;
  // Blocks of text that contain the result as JSON.
  const texts = Array.isArray(given) && given.every((part) => isFields(part) && textAt(part, "type") === "text");
  const inner = texts && given.length === 1 ? parseArguments(textAt(given[0] as Fields, "text")) : given;
  const result = readClineResult(isFields(inner) || Array.isArray(inner) ? inner : content);
  const output = result.output === "" && typeof content === "string" ? content : result.output;
  const id = textAt(block, "tool_use_id") ?? null;
  return {
    type: "tool_result",
    id,
    timestamp,
    output,
    isError: result.isError || block["is_error"] === true,
    exitCode: result.exitCode ?? readExitCode(output),
  };
}

/** A failed command that is told as text begins with its exit code. */
function readExitCode(output: string): number | undefined {
  const code = /^\[?Command exited with code (\d{1,3})\]?(?:\n|$)/.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** The program puts the user's words between tags. */
function stripInputTag(text: string): string {
  return /<user_input\b[^>]*>([\s\S]*?)<\/user_input>/.exec(text)?.[1] ?? text;
}
