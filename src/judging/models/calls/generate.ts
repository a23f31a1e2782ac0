/** One request through the AI SDK: the only place that calls a language model. */
import type { FinishReason, LanguageModel, LanguageModelUsage, ModelMessage, Output } from "ai";
import type { JsonSchema } from "../../../core/keys/key-spelling.ts";
import { TokenUsage } from "../../../core/model/token-usage.ts";
import type { SdkLanguageModel } from "../sdk-model.ts";
import { type CallAttempt, attemptCall, type Sent } from "./attempt.ts";

export interface GenerateRequest {
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
  request: GenerateRequest,
  languageModel: string | SdkLanguageModel,
  deps: CallAttempt,
): Promise<Sent<ModelReply>> {
  return attemptCall({ ...deps, timeoutMs: request.timeoutMs }, async (sdk, abortSignal) =>
    toReply(await sdk.generateText({ ...buildSettings(request), model: languageModel as LanguageModel, abortSignal })),
  );
}

function buildSettings({ messages, schema, temperature, maxOutputTokens }: GenerateRequest) {
  return {
    messages: [...messages],
    // The system message is ours; the material is in the last user message.
    allowSystemInMessages: true,
    maxOutputTokens,
    maxRetries: 0,
    temperature,
    ...(schema === undefined ? {} : { output: jsonOutput(schema) }),
    // Strict schemas may not have optional properties, but ours may.
    providerOptions: { openai: { strictJsonSchema: false }, compatible: { strictJsonSchema: false } },
  };
}

/** Requests JSON with this schema and returns the raw text, because `readReply` parses it. */
function jsonOutput(schema: JsonSchema): Output.Output<string, string> {
  return {
    name: "object",
    responseFormat: Promise.resolve({ type: "json", schema, name: "answer" }),
    parseCompleteOutput: async ({ text }) => text,
    parsePartialOutput: async ({ text }) => ({ partial: text }),
    createElementStreamTransform: () => undefined,
  };
}

function toReply(result: {
  text: string;
  finishReason: FinishReason;
  usage: Parameters<typeof toTokenUsage>[0];
}): ModelReply {
  const usage = toTokenUsage(result.usage);
  const cost = readReportedCost(result.usage);
  return {
    text: result.text,
    finish: result.finishReason,
    usage,
    reportedCostUsd: cost,
  };
}

/** Undefined if the provider reported nothing, or invalid numbers. */
export function toTokenUsage(reported: LanguageModelUsage): TokenUsage | undefined {
  const { noCacheTokens, cacheReadTokens, cacheWriteTokens } = reported.inputTokenDetails;
  const { inputTokens: all, outputTokens: output } = reported;
  const input =
    noCacheTokens ?? (all === undefined ? undefined : all - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0));
  const usage = TokenUsage.safeParse({
    input,
    output,
    cacheReadInput: cacheReadTokens,
    cacheWriteInput: cacheWriteTokens,
  });
  return usage.success ? usage.data : undefined;
}

/** The price in USD that some servers, such as routers, report next to the tokens. */
export function readReportedCost(reported: LanguageModelUsage): number | undefined {
  const cost = reported.raw?.["cost"];
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}
