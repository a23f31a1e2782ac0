/** OpenAI's Responses API, as Codex uses it. */
import type { ModelAnswer } from "../answer.ts";
import { contentText, toList, toObject, toText } from "../json-view.ts";
import type { ModelRequest, ModelTurn, OfferedTool, RequestParts } from "../model-request.ts";
import { toOpenaiError } from "./openai-error.ts";
import { toResponseItems, toResponseStream } from "./openai-response-items.ts";
import type { StreamEvent, Wire } from "./wire.ts";

type ResponseView = Readonly<Record<string, unknown>>;

export const openaiResponsesWire: Wire = {
  name: "openai-responses",
  path: (path) => /\/responses$/.exec(path),
  read,
  plain: toResponse,
  stream: (answer, request): StreamEvent[] => toResponseStream(answer, toResponse(answer, request)),
  error: toOpenaiError,
};

function read(body: ResponseView): RequestParts {
  const input = typeof body["input"] === "string" ? [{ role: "user", content: body["input"] }] : toList(body["input"]);
  // Codex models with a "code mode" get their tools inside the input.
  const later = input.filter(({ type }) => type === "additional_tools").flatMap(({ tools }) => toList(tools));
  return {
    model: toText(body["model"]),
    stream: body["stream"] === true,
    text: [toText(body["instructions"]), ...input.map(itemText)].join("\n"),
    turns: toModelTurns(input),
    tools: [...toList(body["tools"]), ...later].flatMap(toResponseTools),
    wantsJson: toText(toObject(toObject(body["text"])["format"])["type"]).startsWith("json"),
  };
}

function itemText(item: ResponseView): string {
  return contentText(item["content"]) || contentText(item["output"]);
}

function toResponseTools(tool: ResponseView): OfferedTool[] {
  const namespace = toText(tool["name"]);
  if (tool["type"] === "namespace")
    return toList(tool["tools"])
      .flatMap(toResponseTools)
      .map((inner) => ({ ...inner, namespace }));
  return [
    {
      name: namespace || toText(tool["type"]),
      properties: toObject(toObject(tool["parameters"])["properties"]),
    },
  ];
}

/** Adjacent items of the model form one answer. */
function toModelTurns(input: readonly ResponseView[]): ModelTurn[] {
  const turns: { text: string; calls: number }[] = [];
  let inTurn = false;
  for (const item of input) {
    const isCall = toText(item["type"]).endsWith("_call");
    const isModels = isCall || item["type"] === "reasoning" || item["role"] === "assistant";
    if (isModels && !inTurn) turns.push({ text: "", calls: 0 });
    inTurn = isModels;
    const turn = turns.at(-1);
    if (!isModels || turn === undefined) continue;
    turn.calls += isCall ? 1 : 0;
    if (item["role"] === "assistant") turn.text += contentText(item["content"]);
  }
  return turns;
}

function toResponse(answer: ModelAnswer, { model }: ModelRequest) {
  const cut = answer.stop === "length";
  return {
    id: `resp_${answer.id}`,
    object: "response",
    created_at: answer.createdAt,
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    error: null,
    model,
    output: toResponseItems(answer),
    usage: toResponsesUsage(answer),
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
  };
}

/** OpenAI counts cached tokens as input. */
function toResponsesUsage({ usage }: ModelAnswer) {
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  };
}
