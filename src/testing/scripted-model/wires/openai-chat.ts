/** OpenAI's chat completions API, which many other servers support too. */
import type { ModelAnswer } from "../answer.ts";
import { contentText, toList, toObject, toText } from "../json-view.ts";
import type { ModelRequest, RequestParts } from "../model-request.ts";
import { toOpenaiError } from "./openai-error.ts";
import { splitIntoPieces, type StreamEvent, type Wire } from "./wire.ts";

const finishReasons = { end: "stop", calls: "tool_calls", length: "length", refusal: "content_filter" } as const;

export const openaiChatWire: Wire = {
  name: "openai-chat",
  path: (path) => /\/chat\/completions$/.exec(path),
  read,
  plain(answer, request) {
    const calls = toChatCalls(answer);
    const message = {
      role: "assistant",
      content: answer.text,
      ...(answer.thinking === null ? {} : { reasoning_content: answer.thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
    const choice = { index: 0, message, finish_reason: finishReasons[answer.stop] };
    return { ...head(answer, request), object: "chat.completion", choices: [choice], usage: toChatUsage(answer) };
  },
  stream,
  error: toOpenaiError,
};

function read(body: Readonly<Record<string, unknown>>): RequestParts {
  const messages = toList(body["messages"]);
  return {
    model: toText(body["model"]),
    stream: body["stream"] === true,
    text: messages.map(({ content }) => contentText(content)).join("\n"),
    turns: messages
      .filter(({ role }) => role === "assistant")
      .map(({ content, tool_calls }) => ({ text: contentText(content), calls: toList(tool_calls).length })),
    tools: toList(body["tools"]).map((tool) => {
      const declared = toObject(tool["function"]);
      return { name: toText(declared["name"]), properties: toObject(toObject(declared["parameters"])["properties"]) };
    }),
    wantsJson: toText(toObject(body["response_format"])["type"]).startsWith("json"),
  };
}

function head({ id, createdAt }: ModelAnswer, { model }: ModelRequest) {
  return { id: `chatcmpl-${id}`, created: createdAt, model };
}

function toChatCalls({ calls }: ModelAnswer) {
  return calls.map((call) => ({
    id: `call_${call.id}`,
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
}

/** OpenAI counts cached tokens as input. */
function toChatUsage({ usage }: ModelAnswer) {
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
    ...(answer.text === null ? [] : splitIntoPieces(answer.text).map((content) => chunk({ content }))),
    ...toChatCalls(answer).flatMap((call, index) => [
      chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: "" } }] }),
      ...splitIntoPieces(call.function.arguments).map((part) =>
        chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    chunk({}, finishReasons[answer.stop]),
    { data: { ...base, choices: [], usage: toChatUsage(answer) } },
    { data: "[DONE]" },
  ];
}
