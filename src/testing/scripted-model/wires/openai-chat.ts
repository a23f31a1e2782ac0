/** OpenAI's chat completions API, which many other servers support too. */
import type { ModelAnswer } from "../answer.ts";
import { contentText, listOf, objectOf, textOf } from "../json-view.ts";
import type { ModelRequest, RequestParts } from "../model-request.ts";
import { openaiError } from "./openai-error.ts";
import { pieces, type StreamEvent, type Wire } from "./wire.ts";

const finishReasons = { end: "stop", calls: "tool_calls", length: "length", refusal: "content_filter" } as const;

export const openaiChatWire: Wire = {
  name: "openai-chat",
  path: (path) => /\/chat\/completions$/.exec(path),
  read,
  plain(answer, request) {
    const calls = callsOf(answer);
    const message = {
      role: "assistant",
      content: answer.text,
      ...(answer.thinking === null ? {} : { reasoning_content: answer.thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
    const choice = { index: 0, message, finish_reason: finishReasons[answer.stop] };
    return { ...head(answer, request), object: "chat.completion", choices: [choice], usage: usageOf(answer) };
  },
  stream,
  error: openaiError,
};

function read(body: Readonly<Record<string, unknown>>): RequestParts {
  const messages = listOf(body["messages"]);
  return {
    model: textOf(body["model"]),
    stream: body["stream"] === true,
    text: messages.map(({ content }) => contentText(content)).join("\n"),
    turns: messages
      .filter(({ role }) => role === "assistant")
      .map(({ content, tool_calls }) => ({ text: contentText(content), calls: listOf(tool_calls).length })),
    tools: listOf(body["tools"]).map((tool) => {
      const declared = objectOf(tool["function"]);
      return { name: textOf(declared["name"]), properties: objectOf(objectOf(declared["parameters"])["properties"]) };
    }),
    wantsJson: textOf(objectOf(body["response_format"])["type"]).startsWith("json"),
  };
}

function head({ id, createdAt }: ModelAnswer, { model }: ModelRequest) {
  return { id: `chatcmpl-${id}`, created: createdAt, model };
}

function callsOf({ calls }: ModelAnswer) {
  return calls.map((call) => ({
    id: `call_${call.id}`,
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
}

/** OpenAI counts cached tokens as input. */
function usageOf({ usage }: ModelAnswer) {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}

function stream(answer: ModelAnswer, request: ModelRequest): StreamEvent[] {
  const base = { ...head(answer, request), object: "chat.completion.chunk" };
  const chunk = (delta: object, finish: string | null = null): StreamEvent => ({
    data: { ...base, choices: [{ index: 0, delta, finish_reason: finish }] },
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...(answer.thinking === null ? [] : [chunk({ reasoning_content: answer.thinking })]),
    ...(answer.text === null ? [] : pieces(answer.text).map((content) => chunk({ content }))),
    ...callsOf(answer).flatMap((call, index) => [
      chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: "" } }] }),
      ...pieces(call.function.arguments).map((part) =>
        chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    chunk({}, finishReasons[answer.stop]),
    { data: { ...base, choices: [], usage: usageOf(answer) } },
    { data: "[DONE]" },
  ];
}
