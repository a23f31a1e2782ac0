/** One request through the AI SDK: the only place that calls a language model. */
import type { FinishReason, LanguageModel, ModelMessage, Output } from "ai";
import type { JsonSchema } from "../../core/key-spelling.ts";
import type { TokenUsage } from "../../core/token-usage.ts";
import { describeCallError, describeOtherError, type RequestFailure, stopped, timedOut } from "./failure.ts";
import { reportedCostUsd, usageOf } from "./usage.ts";

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Asks the provider itself to hold the reply to this schema. */
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

export type Sent =
  | { readonly status: "replied"; readonly reply: ModelReply }
  | { readonly status: "failed"; readonly failure: RequestFailure };

export interface SendWorld {
  readonly languageModel: LanguageModel;
  readonly abort: AbortSignal;
  readonly nowMs: number;
}

/** Sends it once. Never rejects. */
export async function generate(request: ModelRequest, world: SendWorld): Promise<Sent> {
  // The SDK prints warnings unless told not to; a listener of the user's own is left alone.
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  const sdk = await import("ai");
  const timeout = AbortSignal.timeout(request.timeoutMs);
  try {
    const result = await sdk.generateText({
      ...settingsOf(request),
      model: world.languageModel,
      abortSignal: AbortSignal.any([world.abort, timeout]),
    });
    return { status: "replied", reply: replyOf(result) };
  } catch (error) {
    if (world.abort.aborted) return failed({ ...stopped(world.abort), reached: true, costUsd: null });
    if (timeout.aborted) return failed(timedOut(request.timeoutMs));
    const known = sdk.APICallError.isInstance(error);
    return failed(known ? describeCallError(error, world.nowMs) : describeOtherError(error));
  }
}

function failed(failure: RequestFailure): Sent {
  return { status: "failed", failure };
}

function settingsOf({ messages, schema, temperature, maxOutputTokens }: ModelRequest) {
  return {
    messages: [...messages],
    // The system message is ours: the material stands in the last message of the user.
    allowSystemInMessages: true,
    maxOutputTokens,
    maxRetries: 0,
    ...(temperature === undefined ? {} : { temperature }),
    ...(schema === undefined ? {} : { output: asJson(schema) }),
    // Strict schemas may not have optional properties, and ours may.
    providerOptions: { openai: { strictJsonSchema: false }, compatible: { strictJsonSchema: false } },
  };
}

/** Asks for JSON of this schema and hands the text on as it is: `readReply` does the reading. */
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
