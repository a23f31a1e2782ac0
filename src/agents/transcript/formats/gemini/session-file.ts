/**
 * Reads session files of Gemini CLI (`chats/session-*.json` and `.jsonl`). The older ones are one document; in the newer
 * ones, each line adds a message, replaces the one with its id, or sets the whole list.
 */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { EntryInput } from "../../../../core/entry.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { readContentText } from "../common/content.ts";
import type { NoteUnknown } from "../common/event-reader.ts";
import { plainFailure } from "../common/failure.ts";
import { type Fields, fieldsAt, integerAt, isFields, itemsAt, textAt } from "../common/fields.ts";
import { readArguments } from "../common/json-text.ts";
import { kindField } from "../common/tool-kinds.ts";
import { addUsage } from "../common/usage.ts";
import { describeResponse } from "./function-response.ts";
import { shellTool, toGeminiToolName } from "./tool-name.ts";

const endStates = new Set(["success", "error", "cancelled"]);
const quietTypes = new Set(["info", "warning"]);

export class GeminiSession {
  /** In the order of their first lines. */
  #messages = new Map<string, Fields>();
  #isSession = false;

  /** Whether a line belongs to a session file: only those lines have no type of the output. */
  static fits(event: Fields): boolean {
    return (
      isFields(event["$set"]) ||
      textAt(event, "$rewindTo") !== undefined ||
      (textAt(event, "sessionId") !== undefined && textAt(event, "projectHash") !== undefined) ||
      isGeminiMessage(event)
    );
  }

  take(event: Fields, sink: LineSink): void {
    this.#isSession = true;
    const id = textAt(event, "sessionId");
    if (id !== undefined) sink.session(id);
    const rewindTo = textAt(event, "$rewindTo");
    if (rewindTo !== undefined) return this.#rewind(rewindTo);
    const set = fieldsAt(event, "$set") ?? event;
    if (Array.isArray(set["messages"])) {
      this.#messages = new Map();
      for (const message of itemsAt(set, "messages")) this.#add(message);
    } else if (isGeminiMessage(event)) this.#add(event);
  }

  end(sink: LineSink, unknown: NoteUnknown): void {
    if (!this.#isSession) return;
    new MessageList(sink, unknown).send([...this.#messages.values()]);
  }

  #add(message: Fields): void {
    this.#messages.set(textAt(message, "id") ?? `(message ${this.#messages.size})`, message);
  }

  /** Removes a message and all that follow it; all, if the message is unknown. */
  #rewind(id: string): void {
    const ids = [...this.#messages.keys()];
    for (const later of ids.slice(Math.max(0, ids.indexOf(id)))) this.#messages.delete(later);
  }
}

/** A line of a session file that is a message. */
export function isGeminiMessage(event: Fields): boolean {
  return (
    textAt(event, "id") !== undefined &&
    textAt(event, "timestamp") !== undefined &&
    textAt(event, "type") !== undefined &&
    !("parentId" in event || "data" in event || "uuid" in event) &&
    ("content" in event || "toolCalls" in event || "tokens" in event)
  );
}

/** Turns the final list of messages into entries. */
class MessageList {
  readonly #sink: LineSink;
  readonly #unknown: NoteUnknown;
  #answer: string | null = null;
  #failure: string | null = null;
  #usage: TokenUsage | null = null;

  constructor(sink: LineSink, unknown: NoteUnknown) {
    this.#sink = sink;
    this.#unknown = unknown;
  }

  send(messages: readonly Fields[]): void {
    for (const message of messages) this.#message(message);
    if (this.#usage !== null) this.#sink.usage(this.#usage);
    if (this.#failure === null) return this.#sink.finish(this.#answer);
    this.#sink.fail(plainFailure(this.#answer !== null), this.#failure);
  }

  #message(message: Fields): void {
    const type = textAt(message, "type") ?? "";
    const timestamp = textAt(message, "timestamp");
    if (type === "gemini" || type === "model") return this.#agentMessage(message, timestamp);
    const text = readPartsText(message["content"]);
    // What the user typed, before the program put the files into it that it names.
    if (type === "user") return this.#userMessage(readPartsText(message["displayContent"]) || text, timestamp);
    if (quietTypes.has(type)) return this.#sink.emit({ type: "system", text, timestamp });
    if (type !== "error") return this.#unknown(type);
    this.#failure = text;
    this.#sink.emit({ type: "error", message: text, timestamp });
  }

  /** Messages that only repeat the results of calls have no text. */
  #userMessage(text: string, timestamp: string | undefined): void {
    if (text === "") return;
    const byProgram = /^\s*<(?:session_context|hook_context|system_reminder)\b/.test(text);
    this.#sink.emit({ type: byProgram ? "system" : "user", text, timestamp });
  }

  #agentMessage(message: Fields, timestamp: string | undefined): void {
    this.#failure = null;
    for (const thought of itemsAt(message, "thoughts")) this.#thought(thought, timestamp);
    const text = readPartsText(message["content"]);
    if (text.trim() !== "") {
      this.#answer = text;
      this.#sink.emit({ type: "assistant", text, timestamp });
    }
    for (const call of itemsAt(message, "toolCalls")) this.#call(call, timestamp);
    const usage = readTokens(fieldsAt(message, "tokens"));
    if (usage !== null) this.#usage = addUsage(this.#usage, usage);
  }

  #thought(thought: Fields, timestamp: string | undefined): void {
    const text = ["subject", "description"].map((key) => textAt(thought, key) ?? "").filter((part) => part !== "");
    if (text.length > 0) this.#sink.emit({ type: "assistant", text: text.join(": "), thought: true, timestamp });
  }

  /** A call has its result with it; its time is when it ended. */
  #call(call: Fields, timestamp: string | undefined): void {
    const id = textAt(call, "id") ?? null;
    const tool = toGeminiToolName(textAt(call, "name") ?? "unknown");
    const input = readArguments(call["args"]);
    this.#sink.emit({ type: "tool_use", id, tool, input, timestamp, ...kindField("gemini", tool) });
    const result = toResult(call, tool);
    if (result !== null) this.#sink.emit({ ...result, timestamp: textAt(call, "timestamp") ?? timestamp });
  }
}

/** Returns null for a call that has not ended. */
function toResult(call: Fields, tool: string): EntryInput | null {
  const status = textAt(call, "status") ?? "";
  const hasEnded = (call["result"] ?? undefined) !== undefined || endStates.has(status);
  if (!hasEnded) return null;
  const { output, isError } = readResult(call["result"]);
  return {
    type: "tool_result",
    id: textAt(call, "id") ?? null,
    output: output === "" ? (textAt(call, "resultDisplay") ?? "") : output,
    isError: isError || status === "error" || status === "cancelled",
    exitCode: tool === shellTool ? readExitCode(output) : undefined,
  };
}

/** A text, or parts of which only those with a text count, and no thoughts. */
function readPartsText(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .flatMap((part) =>
      typeof part === "string" ? part : isFields(part) && part["thought"] !== true ? part["text"] : [],
    )
    .filter((text) => typeof text === "string")
    .join("");
}

function readResult(given: unknown): { output: string; isError: boolean } {
  if (typeof given === "string") return { output: given, isError: false };
  const parts = (Array.isArray(given) ? given : [given]).filter(isFields);
  const responses = parts
    .map((part) => fieldsAt(fieldsAt(part, "functionResponse"), "response"))
    .filter((response) => response !== undefined);
  const texts = responses.map(describeResponse);
  const plain = readContentText(parts.filter((part) => textAt(part, "text") !== undefined));
  return {
    output: [...texts, ...(plain === "" ? [] : [plain])].join("\n"),
    isError: responses.some((response) => textAt(response, "error") !== undefined),
  };
}

/** The program puts the exit code of a failed command after its output. */
function readExitCode(output: string): number | undefined {
  const lines = [...output.slice(-400).matchAll(/^Exit Code: (\d{1,3})$/gm)];
  const code = lines.at(-1)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Thoughts count as output; they are added if the total shows that `output` excludes them. */
function readTokens(tokens: Fields | undefined): TokenUsage | null {
  const input = integerAt(tokens, "input");
  const output = integerAt(tokens, "output");
  if (input === undefined || output === undefined) return null;
  const cached = integerAt(tokens, "cached") ?? 0;
  const thoughts = integerAt(tokens, "thoughts") ?? 0;
  const tool = integerAt(tokens, "tool") ?? 0;
  const apart = integerAt(tokens, "total") === input + output + thoughts + tool;
  return { input: input - cached, output: apart ? output + thoughts : output, cacheReadInput: cached };
}
