/** Sends messages in the mode the model accepts, and counts the cost. */
import type { ModelMessage } from "ai";
import type { JsonSchema } from "../../../core/keys/key-spelling.ts";
import type { ModelCallOptions } from "../../../core/model.ts";
import { computeCost } from "../../../core/model/price.ts";
import type { OpenedModel } from "../opened-model.ts";
import { addSpending, nothingSpent } from "../spending.ts";
import { unsendable } from "./failure.ts";
import { generate, type ModelReply, type ModelRequest } from "./generate.ts";
import type { RequestMode } from "./request-mode.ts";
import { type Delivery, deliver } from "./transport.ts";

const defaults = { retries: 2, temperature: 0, maxOutputTokens: 16_384, timeoutMs: 300_000 };

export interface Conversation {
  readonly messages: readonly ModelMessage[];
  readonly schema: JsonSchema;
}

/** Drops options that the model rejects and tries again. `spending` covers all requests. */
export async function sendInMode(
  model: OpenedModel,
  conversation: Conversation,
  options: ModelCallOptions,
): Promise<Delivery<ModelReply>> {
  let spending = nothingSpent;
  let mode: RequestMode | undefined = model.mode.current();
  for (;;) {
    const delivery = await sendOnce(model, buildRequest(mode, conversation, { ...options, model }), options);
    spending = addSpending(spending, delivery.spending);
    if (delivery.status === "replied") {
      model.mode.answered(mode);
      return { ...delivery, spending: addSpending(spending, computeSpending(delivery.reply, model)) };
    }
    const next = model.mode.after(delivery.failure, mode);
    if (next === undefined) return { ...delivery, spending };
    mode = next;
  }
}

async function sendOnce(
  model: OpenedModel,
  request: ModelRequest,
  options: ModelCallOptions,
): Promise<Delivery<ModelReply>> {
  const { abort, retries = defaults.retries } = options;
  try {
    const languageModel = await model.open();
    const send = () => generate(request, languageModel, { abort, nowMs: () => model.clock.now() });
    return await deliver(send, { ...model, abort, retries });
  } catch (error) {
    // If a provider's package throws, that counts as a failed request, not a crash.
    return { status: "failed", failure: unsendable(error), spending: nothingSpent };
  }
}

function buildRequest(
  mode: RequestMode,
  { messages, schema }: Conversation,
  options: ModelCallOptions & { readonly model: OpenedModel },
): ModelRequest {
  const { temperature = defaults.temperature, timeoutMs = defaults.timeoutMs, model } = options;
  return {
    messages,
    maxOutputTokens: options.maxOutputTokens ?? model.maxOutputTokens ?? defaults.maxOutputTokens,
    timeoutMs,
    ...(mode.schema ? { schema } : {}),
    ...(mode.temperature ? { temperature } : {}),
  };
}

function computeSpending({ usage, reportedCostUsd }: ModelReply, { id, prices }: OpenedModel) {
  const listed = usage === undefined ? null : computeCost(id, usage, prices);
  return { calls: 1, costUsd: reportedCostUsd ?? listed, ...(usage === undefined ? {} : { tokenUsage: usage }) };
}
