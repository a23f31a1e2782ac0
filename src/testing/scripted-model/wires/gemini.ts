/** Google's Gemini API. */
import type { ModelAnswer } from "../answer.ts";
import { contentText, toList, toObject, toText } from "../json-view.ts";
import type { ModelRequest, RequestParts } from "../model-request.ts";
import { splitIntoPieces, type StreamEvent, type Wire } from "./wire.ts";

const finishReasons = { end: "STOP", calls: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" } as const;
const errorNames: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

export const geminiWire: Wire = {
  name: "gemini",
  path: (path) => /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path),
  aside: (path, tokens) => (/\/models\/[^/:]+:countTokens$/.test(path) ? { totalTokens: tokens } : null),
  read,
  plain: (answer, request) => ({
    ...chunk(toGeminiParts(answer, [answer.text]), request, { answer, isLast: true }),
    usageMetadata: toGeminiUsage(answer),
  }),
  stream,
  error: ({ status, message }) => ({
    error: { code: status, message, status: errorNames[status] ?? (status < 500 ? "FAILED_PRECONDITION" : "INTERNAL") },
  }),
};

function read(body: Readonly<Record<string, unknown>>, path: RegExpExecArray): RequestParts {
  const contents = toList(body["contents"]);
  const declared = toList(body["tools"]).flatMap(({ functionDeclarations }) => toList(functionDeclarations));
  return {
    model: path[1] ?? "",
    stream: path[2] === "streamGenerateContent",
    text: [toObject(body["systemInstruction"]), ...contents].map(({ parts }) => contentText(parts)).join("\n"),
    turns: contents
      .filter(({ role }) => role === "model")
      .map(({ parts }) => ({
        text: contentText(toList(parts).filter(({ thought }) => thought !== true)),
        calls: toList(parts).filter((part) => "functionCall" in part).length,
      })),
    tools: declared.map((tool) => ({
      name: toText(tool["name"]),
      properties: toObject(toObject(tool["parametersJsonSchema"] ?? tool["parameters"])["properties"]),
    })),
    wantsJson: toObject(body["generationConfig"])["responseMimeType"] === "application/json",
  };
}

/** Google counts cached tokens as input, and thoughts separately from the answer. */
function toGeminiUsage({ usage }: ModelAnswer) {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: Math.max(0, usage.output - usage.reasoning),
    thoughtsTokenCount: usage.reasoning,
    cachedContentTokenCount: usage.cacheRead,
    totalTokenCount: prompt + Math.max(usage.output, usage.reasoning),
  };
}

function toGeminiParts({ thinking, calls }: ModelAnswer, texts: readonly (string | null)[]): object[] {
  return [
    ...(thinking === null ? [] : [{ text: thinking, thought: true }]),
    ...texts.flatMap((text) => (text === null ? [] : [{ text }])),
    ...calls.map(({ id, name, arguments: args }) => ({ functionCall: { id: `call_${id}`, name, args } })),
  ];
}

function chunk(
  parts: readonly object[],
  { model }: ModelRequest,
  { answer, isLast }: { readonly answer: ModelAnswer; readonly isLast: boolean },
) {
  const finish = isLast ? { finishReason: finishReasons[answer.stop] } : {};
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...finish }],
    modelVersion: model,
    responseId: answer.id,
  };
}

function stream(answer: ModelAnswer, request: ModelRequest): StreamEvent[] {
  const parts = toGeminiParts(answer, answer.text === null ? [] : splitIntoPieces(answer.text));
  const all = parts.length === 0 ? [{ text: "" }] : parts;
  return all.map((part, index) => {
    const isLast = index === all.length - 1;
    const data = chunk([part], request, { answer, isLast });
    return { data: isLast ? { ...data, usageMetadata: toGeminiUsage(answer) } : data };
  });
}
