/** Reads the messages in the spans of a model: whole messages as attributes, or one event for each. */
import { contentText } from "../common/content.ts";
import { type Fields, fieldsAt, itemsAt, textAt } from "../common/fields.ts";
import { attributesOf, jsonValue, listValue } from "./attributes.ts";
import type { Span } from "./span.ts";

export interface Part {
  readonly kind: "text" | "thought" | "call" | "result";
  readonly text: string;
  /** The id of a call, or of the call a result belongs to. */
  readonly id: string | null;
  readonly tool: string;
  readonly input: unknown;
}

export interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
}

/** Returns the model's input; exporters send the whole conversation with every request. */
export function inputMessages(span: Span): Message[] {
  const given = listValue(span.attributes.get("gen_ai.input.messages") ?? span.attributes.get("gen_ai.prompt"));
  if (given.length > 0) return given.map(messageOf);
  return eventMessages(span, new Set(["gen_ai.user.message", "gen_ai.system.message", "gen_ai.tool.message"]));
}

/** Returns the model's output. */
export function outputMessages(span: Span): Message[] {
  const given = listValue(span.attributes.get("gen_ai.output.messages") ?? span.attributes.get("gen_ai.completion"));
  if (given.length > 0) return given.map((message) => ({ ...messageOf(message), role: "assistant" }));
  return eventMessages(span, new Set(["gen_ai.choice"])).map((message) => ({ ...message, role: "assistant" }));
}

/** For older exporters: an event has the message among its attributes, or as JSON in one of them. */
function eventMessages({ events }: Span, names: ReadonlySet<string>): Message[] {
  return events.flatMap((event) => {
    const name = textAt(event, "name") ?? "";
    if (!names.has(name)) return [];
    const attributes = attributesOf(event);
    const whole = jsonValue(attributes.get("gen_ai.event.content"));
    const body: Fields =
      typeof whole === "object" && whole !== null ? (whole as Fields) : Object.fromEntries(attributes);
    const message = fieldsAt({ message: jsonValue(body["message"]) }, "message") ?? body;
    const role = textAt(message, "role") ?? name.split(".")[1] ?? "";
    return [messageOf({ ...message, role, content: jsonValue(message["content"]) })];
  });
}

function messageOf(message: Fields): Message {
  const role = textAt(message, "role") ?? "";
  const parts = itemsAt(message, "parts");
  if (parts.length > 0) return { role, parts: parts.flatMap(partOf) };
  const text = contentText(message["content"]);
  const calls = listValue(message["tool_calls"]).map(functionCall);
  if (role === "tool")
    return {
      role,
      parts: [
        { ...nothing, kind: "result", text, id: textAt(message, "tool_call_id") ?? textAt(message, "id") ?? null },
      ],
    };
  return { role, parts: [...(text === "" ? [] : [{ ...nothing, kind: "text" as const, text }]), ...calls] };
}

const nothing = { text: "", id: null, tool: "", input: {} };

function partOf(part: Fields): Part[] {
  const id = textAt(part, "id") ?? null;
  const text = textAt(part, "content") ?? textAt(part, "text") ?? "";
  switch (textAt(part, "type")) {
    case "text":
      return [{ ...nothing, kind: "text", text }];
    case "reasoning":
    case "thinking":
      return [{ ...nothing, kind: "thought", text }];
    case "tool_call":
      return [
        {
          kind: "call",
          text: "",
          id,
          tool: textAt(part, "name") ?? "unknown",
          input: jsonValue(part["arguments"]) ?? {},
        },
      ];
    case "tool_call_response":
      return [{ ...nothing, kind: "result", id, text: resultText(part["response"] ?? part["result"]) }];
    default:
      return [];
  }
}

/** Converts a call in the style of chat completions. */
function functionCall(call: Fields): Part {
  const asked = fieldsAt(call, "function") ?? call;
  const input = jsonValue(asked["arguments"]) ?? {};
  return { kind: "call", text: "", id: textAt(call, "id") ?? null, tool: textAt(asked, "name") ?? "unknown", input };
}

export function resultText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const text = contentText(value);
  return text === "" ? JSON.stringify(value) : text;
}
