/** Anthropic's Messages API. */
import type { ModelAnswer } from "../answer.ts";
import { contentText, toList, toObject, toText } from "../json-view.ts";
import type { ModelRequest, OfferedTool, RequestParts } from "../model-request.ts";
import { splitIntoPieces, type StreamEvent, type Wire } from "./wire.ts";

const stopReasons = { end: "end_turn", calls: "tool_use", length: "max_tokens", refusal: "refusal" } as const;
const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

type Block =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

export const anthropicWire: Wire = {
  name: "anthropic",
  path: (path) => /\/messages$/.exec(path),
  aside: (path, tokens) => (path.endsWith("/messages/count_tokens") ? { input_tokens: tokens } : null),
  read,
  plain: (answer, request) => ({
    ...head(answer, request),
    content: toBlocks(answer),
    stop_reason: stopReasons[answer.stop],
    usage: toAnthropicUsage(answer),
  }),
  stream,
  error: ({ status, message }) => ({
    type: "error",
    error: { type: errorTypes[status] ?? "api_error", message },
  }),
};

function read(body: Readonly<Record<string, unknown>>): RequestParts {
  const messages = toList(body["messages"]);
  const tools = toList(body["tools"]).map(toOfferedTool);
  const answerTool = forcedTool(toObject(body["tool_choice"]), tools);
  const format = toObject(body["output_config"])["format"] ?? body["output_format"];
  return {
    model: toText(body["model"]),
    stream: body["stream"] === true,
    text: [contentText(body["system"]), ...messages.map(({ content }) => contentText(content))].join("\n"),
    turns: messages
      .filter(({ role }) => role === "assistant")
      .map(({ content }) => ({
        text: contentText(content),
        calls: toList(content).filter(({ type }) => type === "tool_use").length,
      })),
    tools,
    wantsJson: answerTool !== undefined || format !== undefined,
    answerTool,
  };
}

function toOfferedTool(tool: Readonly<Record<string, unknown>>): OfferedTool {
  return { name: toText(tool["name"]), properties: toObject(toObject(tool["input_schema"])["properties"]) };
}

/** A request demands a structured answer by forcing the model to use one tool. */
function forcedTool(choice: Readonly<Record<string, unknown>>, tools: readonly OfferedTool[]): string | undefined {
  if (choice["type"] === "tool") return toText(choice["name"]);
  return choice["type"] === "any" && tools.length === 1 ? tools[0]?.name : undefined;
}

function head({ id }: ModelAnswer, { model }: ModelRequest) {
  return { id: `msg_${id}`, type: "message", role: "assistant", model, stop_sequence: null };
}

function toAnthropicUsage({ usage }: ModelAnswer) {
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
  };
}

function toBlocks({ thinking, text, calls }: ModelAnswer): Block[] {
  return [
    ...(thinking === null ? [] : [{ type: "thinking" as const, thinking, signature: "c2NyaXB0ZWQ=" }]),
    ...(text === null ? [] : [{ type: "text" as const, text }]),
    ...calls.map((call) => ({
      type: "tool_use" as const,
      id: `toolu_${call.id}`,
      name: call.name,
      input: call.arguments,
    })),
  ];
}

function stream(answer: ModelAnswer, request: ModelRequest): StreamEvent[] {
  const event = (type: string, data: object): StreamEvent => ({ event: type, data: { type, ...data } });
  const usage = toAnthropicUsage(answer);
  const message = { ...head(answer, request), content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  return [
    event("message_start", { message }),
    ...toBlocks(answer).flatMap((block, index) => [
      event("content_block_start", { index, content_block: emptyBlock(block) }),
      ...toDeltas(block).map((delta) => event("content_block_delta", { index, delta })),
      event("content_block_stop", { index }),
    ]),
    event("message_delta", { delta: { stop_reason: stopReasons[answer.stop], stop_sequence: null }, usage }),
    event("message_stop", {}),
  ];
}

function emptyBlock(block: Block): Block {
  if (block.type === "text") return { ...block, text: "" };
  return block.type === "thinking" ? { ...block, thinking: "", signature: "" } : { ...block, input: {} };
}

function toDeltas(block: Block): object[] {
  if (block.type === "text") return splitIntoPieces(block.text).map((text) => ({ type: "text_delta", text }));
  if (block.type === "tool_use")
    return splitIntoPieces(JSON.stringify(block.input)).map((part) => ({
      type: "input_json_delta",
      partial_json: part,
    }));
  return [
    ...splitIntoPieces(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking })),
    { type: "signature_delta", signature: block.signature },
  ];
}
