/** A span of the GenAI conventions, with the fields that a transcript needs. */
import { type Fields, fieldsAt, itemsAt, textAt } from "../common/fields.ts";
import { readAttributes, parseNanoTime } from "./attributes.ts";

export interface Span {
  readonly id: string;
  readonly parentId: string;
  /** Chat, execute_tool, invoke_agent and so on; empty for spans about something else. */
  readonly operation: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly events: readonly Fields[];
  readonly start: Time;
  readonly end: Time;
  readonly failed: boolean;
  readonly message: string;
}

interface Time {
  /** Milliseconds, for sorting. */
  readonly order: number;
  /** Null if it is not a valid time. */
  readonly text: string | null;
}

/** Lists all spans of one export, in the order they were sent. */
export function listSpans(document: Fields): Span[] {
  const resources = [...itemsAt(document, "resourceSpans"), ...itemsAt(document, "resource_spans")];
  const scopes = resources.flatMap((resource) => [
    ...itemsAt(resource, "scopeSpans"),
    ...itemsAt(resource, "scope_spans"),
  ]);
  return scopes.flatMap((scope) => itemsAt(scope, "spans")).map(toSpan);
}

/** Exporters write keys in camel case or in snake case. */
function readEither(span: Fields, camel: string, snake: string): string {
  return textAt(span, camel) ?? textAt(span, snake) ?? "";
}

function toSpan(span: Fields): Span {
  const attributes = readAttributes(span);
  const status = fieldsAt(span, "status");
  const code = status?.["code"];
  const operation = attributes.get("gen_ai.operation.name");
  return {
    id: readEither(span, "spanId", "span_id"),
    parentId: readEither(span, "parentSpanId", "parent_span_id"),
    operation: typeof operation === "string" ? operation : "",
    name: textAt(span, "name") ?? "",
    attributes,
    events: itemsAt(span, "events"),
    start: parseNanoTime(span["startTimeUnixNano"] ?? span["start_time_unix_nano"]),
    end: parseNanoTime(span["endTimeUnixNano"] ?? span["end_time_unix_nano"]),
    failed: code === 2 || code === "STATUS_CODE_ERROR" || attributes.has("error.type"),
    message: textAt(status, "message") ?? "",
  };
}

/** Returns an attribute as text; undefined if it is not a string or empty. */
export function readTextAttribute({ attributes }: Span, key: string): string | undefined {
  const value = attributes.get(key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
