/** Reads conversations with OpenAI's APIs: items of the Responses API, and messages of the chat API. */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { EntryInput } from "../../../core/entry.ts";
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import type { FailureCode } from "../../../core/outcome.ts";
import { noCallReason } from "./anthropic.ts";
import { readContentText } from "./common/content.ts";
import { createEventReader, type EventHandler, ignoreEvents, type NoteUnknown } from "./common/event-reader.ts";
import { plainFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "./common/fields.ts";
import { readArguments } from "./common/json-text.ts";
import { addUsage, convertUsage, type UsageNames } from "./common/usage.ts";
import { itemEntries } from "./openai/items.ts";
import { hasChatCalls, isResponses, listKeys } from "./openai/marks.ts";

const errorCodes: ReadonlyMap<string, FailureCode> = new Map([
  ["rate_limit_exceeded", "rate-limit"],
  ["server_error", "network"],
]);

/** What an event is looked up by: most have no type, and those that have one are of many. */
const conversation = "(conversation)";

export function openaiReader(): LineReader {
  const reader = new OpenAi();
  return createEventReader(
    { ...ignoreEvents("(delta)"), [conversation]: reader.take },
    { nameOf: nameEvent, end: reader.end },
  );
}

function nameEvent(event: Fields): string | undefined {
  const type = textAt(event, "type") ?? "";
  if (type.startsWith("response.") && !isFields(event["response"]) && !isFields(event["item"])) return "(delta)";
  return conversation;
}

class OpenAi {
  #isResponses = false;
  #hasCalls = false;
  #answer: string | null = null;
  #usage: TokenUsage | null = null;
  #failure: { readonly code: FailureCode; readonly message: string } | null = null;
  /** Items and responses that were told before: a stream repeats all of them at its end, and so does the next request. */
  readonly #seen = new Set<string>();

  take: EventHandler = (event, sink, unknown) => {
    if (isResponses(event)) this.#isResponses = true;
    const type = textAt(event, "type") ?? "";
    if (type.startsWith("response.")) return this.#streamed(event, type, { sink, unknown });
    const response = fieldsAt(event, "response");
    const items = listItems(event, type);
    if (items === null && response === undefined) return this.#item(event, { sink, unknown });
    for (const item of items ?? []) this.#item(item, { sink, unknown });
    if (response !== undefined) this.take(response, sink, unknown);
    this.#noteResponse(event);
  };

  end = (sink: LineSink): void => {
    if (this.#usage !== null) sink.usage(this.#usage);
    if (!this.#hasCalls && !this.#isResponses) sink.refuse?.(noCallReason);
    if (this.#failure === null) return sink.finish(this.#answer);
    sink.fail(this.#failure.code, this.#failure.message);
  };

  /** An event of a streamed response: what is still in progress comes again when it is done. */
  #streamed(event: Fields, type: string, to: { sink: LineSink; unknown: NoteUnknown }): void {
    const item = fieldsAt(event, "item");
    if (type === "response.output_item.done" && item !== undefined) return this.#item(item, to);
    const response = fieldsAt(event, "response");
    if (response === undefined || !/^response\.(?:completed|failed|incomplete)$/.test(type)) return;
    for (const part of itemsAt(response, "output")) this.#item(part, to);
    this.#noteResponse(response);
  }

  #item(item: Fields, { sink, unknown }: { sink: LineSink; unknown: NoteUnknown }): void {
    const id = textAt(item, "id");
    const type = textAt(item, "type");
    const hasRole = textAt(item, "role") !== undefined;
    if (type === undefined && !hasRole) return unknown("(no type)");
    if (id !== undefined && type !== undefined && this.#isKnown(`${type} ${id}`)) return;
    const timestamp = textAt(item, "timestamp");
    const isChat = !this.#isResponses && (type === undefined || hasChatCalls(item));
    const entries = isChat ? chatEntries(item, timestamp) : itemEntries(item, timestamp);
    if (entries === null) return unknown(type ?? "");
    for (const entry of entries) this.#emit(entry, sink);
  }

  #emit(entry: EntryInput, sink: LineSink): void {
    if (entry.type === "tool_use") {
      this.#hasCalls = true;
      // A call keeps its id, while the item that repeats it in a later request may have lost its own.
      if (typeof entry.id === "string" && this.#isKnown(`call ${entry.id}`)) return;
    }
    if (entry.type === "tool_result" && typeof entry.id === "string" && this.#isKnown(`result ${entry.id}`)) return;
    if (entry.type === "assistant" && entry.thought !== true && entry.text.trim() !== "") this.#answer = entry.text;
    sink.emit(entry);
  }

  #isKnown(key: string): boolean {
    const isKnown = this.#seen.has(key);
    this.#seen.add(key);
    return isKnown;
  }

  /** Each request has its own counts, and the last response decides how the conversation ended. */
  #noteResponse(response: Fields): void {
    const id = textAt(response, "id");
    if (id !== undefined && this.#isKnown(`response ${id}`)) return;
    const usage = readUsage(fieldsAt(response, "usage"));
    if (usage !== null) this.#usage = addUsage(this.#usage, usage);
    const status = textAt(response, "status");
    if (status === undefined) return;
    this.#failure = status === "completed" ? null : this.#describeFailure(response, status);
  }

  #describeFailure(response: Fields, status: string): { code: FailureCode; message: string } {
    const error = fieldsAt(response, "error");
    const reason = textAt(fieldsAt(response, "incomplete_details"), "reason");
    const message =
      textAt(error, "message") ?? `The response is ${status}${reason === undefined ? "" : ` (${reason})`}`;
    const named = errorCodes.get(textAt(error, "code") ?? "");
    return { code: named ?? (status === "failed" ? plainFailure(this.#answer !== null) : "agent"), message };
  }
}

/** Returns the items of a document in their order; null if the event is an item itself. */
function listItems(event: Fields, type: string): readonly Fields[] | null {
  const lists = type === "" ? listKeys.filter((key) => Array.isArray(event[key])) : [];
  if (lists.length === 0 && !Array.isArray(event["choices"])) return null;
  const answers = itemsAt(event, "choices").map((choice) => fieldsAt(choice, "message") ?? {});
  return [...lists.flatMap((key) => itemsAt(event, key)), ...answers];
}

const responsesUsage: UsageNames = {
  input: "input_tokens",
  output: "output_tokens",
  cacheRead: "cached",
  exclusive: false,
};
const chatUsage: UsageNames = { ...responsesUsage, input: "prompt_tokens", output: "completion_tokens" };

/** Cached tokens are counted among the input, in a part of their own. */
function readUsage(usage: Fields | undefined): TokenUsage | null {
  if (usage === undefined) return null;
  const details = fieldsAt(usage, "input_tokens_details") ?? fieldsAt(usage, "prompt_tokens_details");
  const counts = { ...usage, cached: details?.["cached_tokens"] };
  return convertUsage(counts, responsesUsage) ?? convertUsage(counts, chatUsage);
}

function chatEntries(message: Fields, timestamp: string | undefined): EntryInput[] {
  const role = textAt(message, "role");
  const text = readContentText(message["content"]);
  if (role === "tool" || role === "function")
    return [{ type: "tool_result", id: textAt(message, "tool_call_id") ?? null, output: text, timestamp }];
  if (role !== "assistant") return text === "" ? [] : [{ type: role === "user" ? "user" : "system", text, timestamp }];
  const thought = textAt(message, "reasoning_content") ?? textAt(message, "reasoning") ?? "";
  const legacy = fieldsAt(message, "function_call");
  const calls = [
    ...itemsAt(message, "tool_calls"),
    ...(legacy === undefined ? [] : [{ function: legacy } satisfies Fields]),
  ];
  return [
    ...(thought === "" ? [] : [{ type: "assistant", text: thought, thought: true, timestamp } as const]),
    ...(text === "" ? [] : [{ type: "assistant", text, timestamp } as const]),
    ...calls.map((call) => chatCall(call, timestamp)),
  ];
}

function chatCall(call: Fields, timestamp: string | undefined): EntryInput {
  const custom = fieldsAt(call, "custom");
  const body = fieldsAt(call, "function") ?? custom;
  const tool = textAt(body, "name") ?? "unknown";
  const input = readArguments(custom === undefined ? body?.["arguments"] : custom["input"]);
  return { type: "tool_use", id: textAt(call, "id") ?? null, tool, input, timestamp };
}
