/** OpenAI's Responses API, as Codex uses it. */
import type { ModelAnswer } from "../answer.ts";
import { contentText, listOf, objectOf, textOf } from "../json-view.ts";
import type { ModelRequest, ModelTurn, OfferedTool, RequestParts } from "../model-request.ts";
import { openaiError } from "./openai-error.ts";
import { responseItems, responseStream } from "./openai-response-items.ts";
import type { StreamEvent, Wire } from "./wire.ts";

type View = Readonly<Record<string, unknown>>;

export const openaiResponsesWire: Wire = {
  name: "openai-responses",
  path: (path) => /\/responses$/.exec(path),
  read,
  plain: responseOf,
  stream: (answer, request): StreamEvent[] => responseStream(answer, responseOf(answer, request)),
  error: openaiError,
};

function read(body: View): RequestParts {
  const input = typeof body["input"] === "string" ? [{ role: "user", content: body["input"] }] : listOf(body["input"]);
  // Codex models with a "code mode" get their tools inside the input.
  const later = input.filter(({ type }) => type === "additional_tools").flatMap(({ tools }) => listOf(tools));
  return {
    model: textOf(body["model"]),
    stream: body["stream"] === true,
    text: [textOf(body["instructions"]), ...input.map(itemText)].join("\n"),
    turns: turnsOf(input),
    tools: [...listOf(body["tools"]), ...later].flatMap(toolsOf),
    wantsJson: textOf(objectOf(objectOf(body["text"])["format"])["type"]).startsWith("json"),
  };
}

function itemText(item: View): string {
  return contentText(item["content"]) || contentText(item["output"]);
}

function toolsOf(tool: View): OfferedTool[] {
  const namespace = textOf(tool["name"]);
  if (tool["type"] === "namespace")
    return listOf(tool["tools"])
      .flatMap(toolsOf)
      .map((inner) => ({ ...inner, namespace }));
  return [
    {
      name: namespace || textOf(tool["type"]),
      properties: objectOf(objectOf(tool["parameters"])["properties"]),
    },
  ];
}

/** Adjacent items of the model form one answer. */
function turnsOf(input: readonly View[]): ModelTurn[] {
  const turns: { text: string; calls: number }[] = [];
  let inTurn = false;
  for (const item of input) {
    const isCall = textOf(item["type"]).endsWith("_call");
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

function responseOf(answer: ModelAnswer, { model }: ModelRequest) {
  const cut = answer.stop === "length";
  return {
    id: `resp_${answer.id}`,
    object: "response",
    created_at: answer.createdAt,
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    error: null,
    model,
    output: responseItems(answer),
    usage: usageOf(answer),
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
  };
}

/** OpenAI counts cached tokens as input. */
function usageOf({ usage }: ModelAnswer) {
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  };
}
