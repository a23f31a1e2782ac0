/** The items of an answer on OpenAI's Responses API, and the events that stream them. */
import type { ModelAnswer } from "../answer.ts";
import { splitIntoPieces, type StreamEvent } from "./wire.ts";

type Item =
  | { type: "reasoning"; id: string; summary: { type: "summary_text"; text: string }[]; encrypted_content: null }
  | { type: "message"; id: string; role: "assistant"; status: string; content: Content[] }
  | {
      type: "function_call";
      id: string;
      call_id: string;
      name: string;
      namespace?: string;
      arguments: string;
      status: string;
    }
  | { type: "custom_tool_call"; id: string; call_id: string; name: string; input: string; status: string };
type Content = { type: "output_text"; text: string; annotations: never[] } | { type: "refusal"; refusal: string };

export function toResponseItems(answer: ModelAnswer): Item[] {
  const { thinking, text, id, calls } = answer;
  return [
    ...(thinking === null
      ? []
      : [
          {
            type: "reasoning" as const,
            id: `rs_${id}`,
            summary: [{ type: "summary_text" as const, text: thinking }],
            encrypted_content: null,
          },
        ]),
    ...(text === null
      ? []
      : [
          {
            type: "message" as const,
            id: `msg_${id}`,
            role: "assistant" as const,
            status: "completed",
            content: [toItemContent(answer, text)],
          },
        ]),
    ...calls.map(toCallItem),
  ];
}

function toItemContent({ stop }: ModelAnswer, text: string): Content {
  return stop === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] };
}

function toCallItem(call: ModelAnswer["calls"][number]): Item {
  const common = { call_id: `call_${call.id}`, name: call.name, status: "completed" };
  if (typeof call.arguments === "string")
    return { type: "custom_tool_call", id: `ctc_${call.id}`, ...common, input: call.arguments };
  const namespace = call.namespace === undefined ? {} : { namespace: call.namespace };
  return {
    type: "function_call",
    id: `fc_${call.id}`,
    ...common,
    ...namespace,
    arguments: JSON.stringify(call.arguments),
  };
}

/** All events are numbered in order. */
export function toResponseStream(answer: ModelAnswer, response: { readonly status: string }): StreamEvent[] {
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  const events: (readonly [string, object])[] = [
    ["response.created", { response: begun }],
    ["response.in_progress", { response: begun }],
    ...toResponseItems(answer).flatMap((item, index) => toItemEvents(item, index)),
    [`response.${response.status}`, { response }],
  ];
  return events.map(([type, data], index) => ({ event: type, data: { type, sequence_number: index, ...data } }));
}

function toItemEvents(item: Item, output_index: number): (readonly [string, object])[] {
  return [
    ["response.output_item.added", { output_index, item: emptyItem(item) }],
    ...toPartEvents(item, { item_id: item.id, output_index }),
    ["response.output_item.done", { output_index, item }],
  ];
}

function emptyItem(item: Item): Item {
  if (item.type === "message") return { ...item, status: "in_progress", content: [] };
  if (item.type === "function_call") return { ...item, status: "in_progress", arguments: "" };
  return item.type === "reasoning" ? { ...item, summary: [] } : item;
}

function toPartEvents(item: Item, place: object): (readonly [string, object])[] {
  if (item.type === "message")
    return item.content.flatMap((part) => toTextEvents(part, { ...place, content_index: 0 }));
  if (item.type === "reasoning") return item.summary.flatMap(({ text }) => toSummaryEvents(text, place));
  if (item.type === "custom_tool_call") return [];
  return [
    ...splitIntoPieces(item.arguments).map(
      (delta) => ["response.function_call_arguments.delta", { ...place, delta }] as const,
    ),
    ["response.function_call_arguments.done", { ...place, arguments: item.arguments }],
  ];
}

function toTextEvents(part: Content, place: object): (readonly [string, object])[] {
  if (part.type === "refusal")
    return [
      ["response.refusal.delta", { ...place, delta: part.refusal }],
      ["response.refusal.done", { ...place, refusal: part.refusal }],
    ];
  return [
    ["response.content_part.added", { ...place, part: { ...part, text: "" } }],
    ...splitIntoPieces(part.text).map((delta) => ["response.output_text.delta", { ...place, delta }] as const),
    ["response.output_text.done", { ...place, text: part.text }],
    ["response.content_part.done", { ...place, part }],
  ];
}

function toSummaryEvents(text: string, place: object): (readonly [string, object])[] {
  const at = { ...place, summary_index: 0 };
  return [
    ["response.reasoning_summary_part.added", { ...at, part: { type: "summary_text", text: "" } }],
    ...splitIntoPieces(text).map((delta) => ["response.reasoning_summary_text.delta", { ...at, delta }] as const),
    ["response.reasoning_summary_text.done", { ...at, text }],
    ["response.reasoning_summary_part.done", { ...at, part: { type: "summary_text", text } }],
  ];
}
