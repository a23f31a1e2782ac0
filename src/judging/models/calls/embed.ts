/** One request for embedding vectors through the AI SDK. */
import type { EmbeddingModel } from "ai";
import { computeCost, type PriceTable } from "../../../core/model/price.ts";
import type { SdkEmbeddingModel } from "../sdk-model.ts";
import { attemptCall, type Attempt, type Sent } from "./attempt.ts";

export interface EmbedRequest {
  readonly texts: readonly string[];
  readonly open: () => Promise<SdkEmbeddingModel>;
  readonly pricing: { readonly id: string; readonly prices: PriceTable };
}

export interface Embedded {
  readonly vectors: readonly (readonly number[])[];
  readonly costUsd: number | null;
}

const timeoutMs = 120_000;

export function sendBatch({ texts, open, pricing }: EmbedRequest, world: Attempt): Promise<Sent<Embedded>> {
  return attemptCall({ ...world, timeoutMs }, async (sdk, abortSignal) => {
    const model = (await open()) as EmbeddingModel;
    const { embeddings, usage } = await sdk.embedMany({ model, values: [...texts], maxRetries: 0, abortSignal });
    const { tokens } = usage;
    const counted = Number.isSafeInteger(tokens) && tokens >= 0;
    const costUsd = counted ? computeCost(pricing.id, { input: tokens, output: 0 }, pricing.prices) : null;
    return { vectors: embeddings, costUsd };
  });
}
