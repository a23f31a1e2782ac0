/** Reads the messages in the spans of a model: whole messages as attributes, or one event for each. */
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, itemsAt, textAt } from "../common/fields.ts";
import { readAttributes, parseJsonValue, parseListValue } from "./attributes.ts";
import type { Span } from "./span.ts";

export interface MessagePart {
  readonly kind: "text" | "thought" | "call" | "result";
  readonly text: string;
  /** The id of a call, or of the call a result belongs to. */
  readonly id: string | null;
  readonly tool: string;
  readonly input: unknown;
}

interface Message {
  readonly role: string;
  readonly parts: readonly MessagePart[];
}

/** Returns the model's input; exporters send the whole conversation with every request. */
export function inputMessages(span: Span): Message[] {
  const given = parseListValue(span.attributes.get("gen_ai.input.messages") ?? span.attributes.get("gen_ai.prompt"));
  if (given.length > 0) return given.map(toMessage);
  return eventMessages(span, new Set(["gen_ai.user.message", "gen_ai.system.message", "gen_ai.tool.message"]));
}

/** Returns the model's output. */
export function outputMessages(span: Span): Message[] {
  const given = parseListValue(
    span.attributes.get("gen_ai.output.messages") ?? span.attributes.get("gen_ai.completion"),
  );
  if (given.length > 0) return given.map((message) => ({ ...toMessage(message), role: "assistant" }));
  return eventMessages(span, new Set(["gen_ai.choice"])).map((message) => ({ ...message, role: "assistant" }));
}

/** For older exporters: an event has the message among its attributes, or as JSON in one of them. */
function eventMessages({ events }: Span, names: ReadonlySet<string>): Message[] {
  return events.flatMap((event) => {
    const name = textAt(event, "name") ?? "";
    if (!names.has(name)) return [];
    const attributes = readAttributes(event);
    const whole = parseJsonValue(attributes.get("gen_ai.event.content"));
    const body: Fields =
      typeof whole === "object" && whole !== null ? (whole as Fields) : Object.fromEntries(attributes);
    const message = fieldsAt({ message: parseJsonValue(body["message"]) }, "message") ?? body;
    const role = textAt(message, "role") ?? name.split(".")[1] ?? "";
    return [toMessage({ ...message, role, content: parseJsonValue(message["content"]) })];
  });
}

function toMessage(message: Fields): Message {
  const role = textAt(message, "role") ?? "";
  const parts = itemsAt(message, "parts");
  if (parts.length > 0) return { role, parts: parts.flatMap(toParts) };
  const text = readContentText(message["content"]);
  const calls = parseListValue(message["tool_calls"]).map(toFunctionCall);
  if (role === "tool")
    return {
      role,
      parts: [
        { ...emptyPart, kind: "result", text, id: textAt(message, "tool_call_id") ?? textAt(message, "id") ?? null },
      ],
    };
  return { role, parts: [...(text === "" ? [] : [{ ...emptyPart, kind: "text" as const, text }]), ...calls] };
}

const emptyPart = { text: "", id: null, tool: "", input: {} };

function toParts(part: Fields): MessagePart[] {
  const id = textAt(part, "id") ?? null;
  const text = textAt(part, "content") ?? textAt(part, "text") ?? "";
  switch (textAt(part, "type")) {
    case "text":
      return [{ ...emptyPart, kind: "text", text }];
    case "reasoning":
    case "thinking":
      return [{ ...emptyPart, kind: "thought", text }];
    case "tool_call":
      return [
        {
          kind: "call",
          text: "",
          id,
          tool: textAt(part, "name") ?? "unknown",
          input: parseJsonValue(part["arguments"]) ?? {},
        },
      ];
    case "tool_call_response":
      return [{ ...emptyPart, kind: "result", id, text: formatResultText(part["response"] ?? part["result"]) }];
    default:
      return [];
  }
}

/** Converts a call in the style of chat completions. */
function toFunctionCall(call: Fields): MessagePart {
  const asked = fieldsAt(call, "function") ?? call;
  const input = parseJsonValue(asked["arguments"]) ?? {};
  return { kind: "call", text: "", id: textAt(call, "id") ?? null, tool: textAt(asked, "name") ?? "unknown", input };
}

export function formatResultText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const text = readContentText(value);
  return text === "" ? JSON.stringify(value) : text;
}
