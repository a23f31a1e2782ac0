/** One request through the AI SDK: the only place that calls a language model. */
import type { FinishReason, LanguageModel, ModelMessage, Output } from "ai";
import type { JsonSchema } from "../../core/keys/key-spelling.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";
import type { SdkLanguageModel } from "../sdk-model.ts";
import { attempt, type Attempt, type Sent } from "./attempt.ts";
import { reportedCostUsd, usageOf } from "./usage.ts";

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Asks the provider to enforce this schema. */
  readonly schema?: JsonSchema;
  readonly temperature?: number;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
}

export interface ModelReply {
  readonly text: string;
  readonly finish: FinishReason;
  readonly usage?: TokenUsage;
  readonly reportedCostUsd?: number;
}

/** Sends the request once. Never rejects. */
export function generate(
  request: ModelRequest,
  languageModel: string | SdkLanguageModel,
  world: Attempt,
): Promise<Sent<ModelReply>> {
  return attempt({ ...world, timeoutMs: request.timeoutMs }, async (sdk, abortSignal) =>
    replyOf(await sdk.generateText({ ...settingsOf(request), model: languageModel as LanguageModel, abortSignal })),
  );
}

function settingsOf({ messages, schema, temperature, maxOutputTokens }: ModelRequest) {
  return {
    messages: [...messages],
    // The system message is ours; the material is in the last user message.
    allowSystemInMessages: true,
    maxOutputTokens,
    maxRetries: 0,
    ...(temperature === undefined ? {} : { temperature }),
    ...(schema === undefined ? {} : { output: asJson(schema) }),
    // Strict schemas may not have optional properties, but ours may.
    providerOptions: { openai: { strictJsonSchema: false }, compatible: { strictJsonSchema: false } },
  };
}

/** Requests JSON with this schema and returns the raw text, because `readReply` parses it. */
function asJson(schema: JsonSchema): Output.Output<string, string> {
  return {
    name: "object",
    responseFormat: Promise.resolve({ type: "json", schema, name: "answer" }),
    parseCompleteOutput: async ({ text }) => text,
    parsePartialOutput: async ({ text }) => ({ partial: text }),
    createElementStreamTransform: () => undefined,
  };
}

function replyOf(result: {
  text: string;
  finishReason: FinishReason;
  usage: Parameters<typeof usageOf>[0];
}): ModelReply {
  const usage = usageOf(result.usage);
  const cost = reportedCostUsd(result.usage);
  return {
    text: result.text,
    finish: result.finishReason,
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { reportedCostUsd: cost }),
  };
}
