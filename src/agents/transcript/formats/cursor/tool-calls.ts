/** Pairs the events of Cursor's calls: a call starts and completes in separate events, in any order. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { EntryInput } from "../../../../core/entry.ts";
import type { Json } from "../../../../core/json.ts";
import { epochTime } from "../common/epoch.ts";
import { type Fields, fieldsAt, integerAt, isFields, numberAt, textAt } from "../common/fields.ts";
import { readArguments } from "../common/json-text.ts";
import { kindField, toMcpName } from "../common/tool-kinds.ts";

/** Whether an object holds a call of Cursor: its key names the tool, such as `shellToolCall`. */
export function holdsCursorCall(given: Fields | undefined): boolean {
  return given !== undefined && findToolKey(given) !== undefined;
}

function findToolKey(call: Fields): string | undefined {
  return Object.keys(call).find((key) => /.ToolCall$/.test(key) && isFields(call[key]));
}

interface CursorCall {
  readonly tool: string;
  /** Undefined if the event does not repeat it. */
  readonly input: Json | undefined;
  readonly result: unknown;
}

function readCall(event: Fields): CursorCall {
  const given = fieldsAt(event, "tool_call") ?? {};
  const key = findToolKey(given);
  const body = key === undefined ? undefined : fieldsAt(given, key);
  if (key === undefined || body === undefined) return readFunctionCall(given);
  const args = fieldsAt(body, "args");
  if (key !== "mcpToolCall")
    return { tool: key.slice(0, -"ToolCall".length), input: args as Json | undefined, result: body["result"] };
  const input = args === undefined ? undefined : ((args["args"] ?? args["arguments"] ?? {}) as Json);
  return { tool: readMcpName(args), input, result: body["result"] };
}

/** Older versions name the server only in front of the tool: `<server>-<tool>`. */
function readMcpName(args: Fields | undefined): string {
  const whole = textAt(args, "name") ?? "unknown";
  const tool = textAt(args, "toolName") ?? whole;
  const prefix = whole.endsWith(`-${tool}`) ? whole.slice(0, -tool.length - 1) : "unknown";
  return toMcpName(textAt(args, "providerIdentifier") ?? textAt(args, "serverIdentifier") ?? prefix, tool);
}

/** A tool without a message of its own in Cursor's protocol. */
function readFunctionCall(given: Fields): CursorCall {
  const body = fieldsAt(given, "function");
  const args = body?.["arguments"];
  return {
    tool: textAt(body, "name") ?? "unknown",
    input: args === undefined ? undefined : readArguments(args),
    result: given["result"] ?? body?.["result"],
  };
}

export class CursorCalls {
  readonly #started = new Set<string>();
  readonly #completed = new Set<string>();
  /** Completed calls whose start has not been seen, by id. */
  readonly #early = new Map<string, Fields>();

  /** A call starts with its first event and ends with the one that has a result. */
  take(event: Fields, sink: LineSink): void {
    const isEnd = textAt(event, "subtype") === "completed" || readCall(event).result !== undefined;
    if (isEnd) this.#complete(event, sink);
    else this.#start(event, sink);
  }

  #start(event: Fields, sink: LineSink): void {
    const id = textAt(event, "call_id");
    if (id !== undefined && this.#started.has(id)) return;
    this.#emitCall(event, sink, epochTime(numberAt(event, "timestamp_ms")));
    const early = id === undefined ? undefined : this.#early.get(id);
    if (id === undefined || early === undefined) return;
    this.#early.delete(id);
    sink.emit(toResult(early));
  }

  #complete(event: Fields, sink: LineSink): void {
    const id = textAt(event, "call_id");
    if (id === undefined) return this.#emitBoth(event, sink);
    if (this.#completed.has(id)) return;
    this.#completed.add(id);
    if (this.#started.has(id)) sink.emit(toResult(event));
    else this.#early.set(id, event);
  }

  /** Emits completed calls that never started: the beginning of the file may be missing. */
  end(sink: LineSink): void {
    for (const event of this.#early.values()) this.#emitBoth(event, sink);
    this.#early.clear();
  }

  #emitBoth(event: Fields, sink: LineSink): void {
    this.#emitCall(event, sink, null);
    sink.emit(toResult(event));
  }

  #emitCall(event: Fields, sink: LineSink, timestamp: string | null | undefined): void {
    const id = textAt(event, "call_id");
    if (id !== undefined) this.#started.add(id);
    const { tool, input = {} } = readCall(event);
    sink.emit({ type: "tool_use", id: id ?? null, tool, input, timestamp, ...kindField("cursor", tool) });
  }
}

function toResult(event: Fields): EntryInput {
  const { input, result } = readCall(event);
  const outcome = isFields(result) ? result : undefined;
  const success = fieldsAt(outcome, "success");
  const kind = success === undefined ? Object.keys(outcome ?? {}).find((key) => isFields(outcome?.[key])) : "success";
  const body = kind === undefined ? outcome : fieldsAt(outcome, kind);
  const succeeded = outcome === undefined || success !== undefined || outcome["success"] === true;
  return {
    type: "tool_result",
    id: textAt(event, "call_id") ?? null,
    output: typeof result === "string" ? result : readOutput(body),
    isError: !succeeded || success?.["isError"] === true,
    timestamp: epochTime(numberAt(event, "timestamp_ms")),
    exitCode: integerAt(body, "exitCode"),
    ...(input === undefined ? {} : { input }),
  };
}

const textKeys = "interleavedOutput content output message errorMessage error reason".split(" ");

/** Each tool has its own shape of result: its text, if it has one, or else all of it as JSON. */
function readOutput(body: Fields | undefined): string {
  if (body === undefined) return "";
  const streams = ["stdout", "stderr"].flatMap((key) => textAt(body, key) ?? []).filter((text) => text !== "");
  const found = textKeys.map((key) => textAt(body, key)).find((text) => text !== undefined && text !== "");
  if (found !== undefined) return found;
  if (streams.length > 0 || "stdout" in body) return streams.join("\n");
  const blocks = Array.isArray(body["content"]) ? body["content"].filter(isFields) : [];
  const texts = blocks.flatMap((block) => textAt(block, "text") ?? textAt(fieldsAt(block, "text"), "text") ?? []);
  return texts.length > 0 ? texts.join("\n") : JSON.stringify(body);
}
