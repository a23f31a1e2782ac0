/** One line of an ACP log: a JSON-RPC message, its sender, and its time. */
import { type Fields, fieldsAt, textAt } from "../common/fields.ts";

export function unwrapMessage(event: Fields): Fields {
  return fieldsAt(event, "msg") ?? fieldsAt(event, "message") ?? event;
}

export function isOutgoing(event: Fields): boolean {
  return (textAt(event, "dir") ?? textAt(event, "direction")) === "out";
}

export function readMessageTime(event: Fields): string | undefined {
  return textAt(event, "at") ?? textAt(event, "timestamp");
}

export function readMessageName(message: Fields): string | undefined {
  const method = textAt(message, "method");
  if (method !== undefined) return method;
  return "result" in message || "error" in message ? "response" : undefined;
}
