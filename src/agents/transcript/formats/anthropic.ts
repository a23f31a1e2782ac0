/** Reads messages of Anthropic's API, alone or in lines with a type, as several programs write them. */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { EntryInput } from "../../../core/entry.ts";
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import { assistantEntries, resultEntries, userText } from "./claude/messages.ts";
import { createEventReader, type EventHandler, ignoreEvents } from "./common/event-reader.ts";
import { plainFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "./common/fields.ts";
import { addUsage, anthropicUsage, convertUsage } from "./common/usage.ts";

/** Why a conversation is refused in which no tool was called. */
export const noCallReason = "no call in it: commands written in the text are not told apart";

/** Returns the messages of a document, of a line with a type, or the message itself; none if it has another form. */
export function listMessages(event: Fields): readonly Fields[] {
  const messages = itemsAt(event, "messages");
  if (messages.length > 0) return messages;
  const type = textAt(event, "type");
  const inner = fieldsAt(event, "message");
  if (inner !== undefined) return isTypedLine(event, type) && "role" in inner ? [inner] : [];
  return textAt(event, "role") !== undefined && ("content" in event || "tool_calls" in event) ? [event] : [];
}

/** Lines with ids of their own belong to programs that have a reader of their own. */
function isTypedLine(event: Fields, type: string | undefined): boolean {
  return (type === "user" || type === "assistant" || type === "system") && !("uuid" in event);
}

/** Whether a message has calls or results in the form of this API. */
export function hasCallBlocks(message: Fields): boolean {
  return itemsAt(message, "content").some((block) => {
    const type = textAt(block, "type");
    return type === "tool_use" || type === "tool_result" || type === "server_tool_use" || type === "mcp_tool_use";
  });
}

/** The name for anything that has messages. */
const messageEvent = "(messages)";

export function anthropicReader(): LineReader {
  const reader = new Anthropic();
  return createEventReader(
    { ...ignoreEvents("system"), [messageEvent]: reader.messages, result: reader.result },
    { nameOf: (event) => (listMessages(event).length > 0 ? messageEvent : textAt(event, "type")), end: reader.end },
  );
}

class Anthropic {
  #sessionId: string | null = null;
  #hasCalls = false;
  #hasResult = false;
  #answer: string | null = null;
  /** By message: several lines may share one message, and the last of them has the complete count. */
  readonly #usage = new Map<string, TokenUsage>();
  #total: TokenUsage | null = null;

  messages: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    const system = event["system"];
    if (typeof system === "string") sink.emit({ type: "system", text: system });
    const parentId = textAt(event, "parent_tool_use_id");
    const timestamp = textAt(event, "timestamp");
    for (const message of listMessages(event)) this.#message(message, { sink, parentId, timestamp });
    const usage = convertUsage(fieldsAt(event, "usage"), anthropicUsage);
    if (usage !== null && Array.isArray(event["messages"])) this.#total = usage;
  };

  /** The final line of programs that write one. */
  result: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    this.#hasResult = true;
    this.#total = convertUsage(fieldsAt(event, "usage"), anthropicUsage) ?? this.#total;
    const text = textAt(event, "result");
    const subtype = textAt(event, "subtype") ?? "";
    if (event["is_error"] !== true && !subtype.startsWith("error")) return sink.finish(text ?? this.#answer);
    const message = text ?? textAt(event, "error") ?? `The run ended with ${subtype}`;
    sink.fail(plainFailure(this.#answer !== null), message);
  };

  end = (sink: LineSink): void => {
    if (!this.#hasCalls) sink.refuse?.(noCallReason);
    let sum = this.#total;
    if (sum === null) for (const usage of this.#usage.values()) sum = addUsage(sum, usage);
    if (sum !== null) sink.usage(sum);
    if (!this.#hasResult) sink.finish(this.#answer);
  };

  #message(message: Fields, { sink, parentId, timestamp: lineTime }: MessageOrigin): void {
    const timestamp = textAt(message, "timestamp") ?? lineTime;
    if (hasCallBlocks(message)) this.#hasCalls = true;
    const event = { message: unifyResults(message) };
    for (const entry of resultEntries(event, timestamp, () => undefined)) sink.emit(entry);
    if (textAt(message, "role") !== "assistant") return sendUserText(event, message, { sink, parentId, timestamp });
    const entries = assistantEntries(event, { format: "anthropic", timestamp, parentId });
    for (const entry of entries.filter((one) => one.type !== "assistant" || one.text.trim() !== "")) sink.emit(entry);
    if (parentId === undefined) this.#answer = findLastText(entries) ?? this.#answer;
    const usage = convertUsage(fieldsAt(message, "usage"), anthropicUsage);
    if (usage !== null) this.#usage.set(textAt(message, "id") ?? `(message ${this.#usage.size})`, usage);
  }

  #noteSession(event: Fields, sink: LineSink): void {
    const id = textAt(event, "session_id");
    if (id === undefined || id === this.#sessionId) return;
    this.#sessionId = id;
    sink.session(id);
  }
}

function findLastText(entries: readonly EntryInput[]): string | undefined {
  const texts = entries.flatMap((entry) => (entry.type === "assistant" && entry.thought !== true ? entry.text : []));
  return texts.findLast((text) => text.trim() !== "");
}

interface MessageOrigin {
  readonly sink: LineSink;
  readonly parentId: string | undefined;
  readonly timestamp: string | undefined;
}

function sendUserText(event: Fields, message: Fields, { sink, parentId, timestamp }: MessageOrigin): void {
  const text = userText(event);
  const isUser = textAt(message, "role") === "user" && parentId === undefined;
  if (text !== null && text !== "") sink.emit({ type: isUser ? "user" : "system", text, timestamp });
}

/** Gives results that a program stores in its own form the form of the API. */
function unifyResults(message: Fields): Fields {
  if (!Array.isArray(message["content"])) return message;
  const content = message["content"].map((block: unknown) => {
    const run = isFields(block) ? fieldsAt(block, "run") : undefined;
    if (!isFields(block) || run === undefined || textAt(block, "type") !== "tool_result") return block;
    const status = textAt(run, "status");
    const told = run["result"] ?? fieldsAt(run, "error")?.["message"] ?? "";
    return {
      ...block,
      tool_use_id: textAt(block, "tool_use_id") ?? textAt(block, "toolUseID"),
      content: typeof told === "string" ? told : JSON.stringify(told),
      is_error: block["is_error"] === true || (status !== undefined && status !== "done"),
    };
  });
  return { ...message, content };
}
