/** Opens an embedder: it turns texts into vectors in batches, and never sends a known text again. */
import type { EmbeddingModel } from "ai";
import { AxisError } from "../../core/error.ts";
import type { Embedder, Embedding } from "../../core/model.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { computeCost, type PriceTable } from "../../core/model/price.ts";
import { addKnown } from "../../core/model/spending.ts";
import { systemClock } from "../rate/clock.ts";
import { sharedRateLimiters } from "../rate/rate-limiters.ts";
import { describeMissingKey, findApiKey } from "./api-key.ts";
import { type CallAttempt, attemptCall, type Sent } from "./calls/attempt.ts";
import { deliver } from "./calls/transport.ts";
import type { ModelDeps } from "./model-deps.ts";
import { type ModelSpec, parseModelSpec } from "./model-spec.ts";
import { createRedact } from "./opened-model.ts";
import { type Provider, refuseRedirects } from "./provider.ts";
import { systemRandom } from "./random.ts";
import { llmRegistry } from "./registry.ts";
import type { SdkEmbeddingModel } from "./sdk-model.ts";

/** One request for embedding vectors through the AI SDK. */
interface EmbedRequest {
  readonly texts: readonly string[];
  readonly open: () => Promise<SdkEmbeddingModel>;
  readonly pricing: { readonly id: string; readonly prices: PriceTable };
}

interface Embedded {
  readonly vectors: readonly (readonly number[])[];
  readonly costUsd: number | null;
}

const timeoutMs = 120_000;

function sendBatch({ texts, open, pricing }: EmbedRequest, deps: CallAttempt): Promise<Sent<Embedded>> {
  return attemptCall({ ...deps, timeoutMs }, async (sdk, abortSignal) => {
    const model = (await open()) as EmbeddingModel;
    const { embeddings, usage } = await sdk.embedMany({ model, values: [...texts], maxRetries: 0, abortSignal });
    const { tokens } = usage;
    const counted = Number.isSafeInteger(tokens) && tokens >= 0;
    const costUsd = counted ? computeCost(pricing.id, { input: tokens, output: 0 }, pricing.prices) : null;
    return { vectors: embeddings, costUsd };
  });
}

/** Every provider accepts this many texts in one request. */
const textsPerBatch = 96;
const retries = 2;

/** Nothing is loaded or sent before the first text. Vectors are kept as long as the embedder. */
export function openEmbedder(written: string | ModelSpec, deps: ModelDeps): Embedder {
  const { registry = llmRegistry, clock = systemClock, random = systemRandom, gates = sharedRateLimiters } = deps;
  const spec = parseModelSpec(written, registry);
  const provider = registry.find(spec.provider) as Provider;
  const open = createOpener(provider, spec, deps);
  const apiKey = findApiKey(spec, provider, deps.env);
  const gate = gates.forEndpoint({ provider: spec.provider, baseUrl: spec.baseUrl, apiKey });
  const redact = createRedact(apiKey, deps.redact);
  const id = `${spec.provider}/${spec.model}`;
  const pricing = { id, prices: { ...listPrices, ...deps.prices } };
  const unset = describeMissingKey(spec, deps.env, registry);
  return withCache(id, async (texts, abort) => {
    if (unset !== null) return { status: "failed", why: unset };
    const send = () => sendBatch({ texts, open, pricing }, { abort, nowMs: () => clock.now() });
    const delivery = await deliver(send, { rateLimiter: gate, clock, random, abort, retries });
    if (delivery.status === "failed") return { status: "failed", why: redact(delivery.failure.why) };
    return checkVectors(delivery.reply, texts.length, delivery.spending.costUsd);
  });
}

function createOpener(provider: Provider, spec: ModelSpec, deps: ModelDeps): () => Promise<SdkEmbeddingModel> {
  const { openEmbeddingModel } = provider;
  if (openEmbeddingModel === undefined)
    throw new AxisError("config-invalid", `Provider "${provider.name}" has no embedding models`);
  const apiKey = findApiKey(spec, provider, deps.env);
  const access = { apiKey, baseUrl: spec.baseUrl, fetch: refuseRedirects(deps.fetch) };
  let opening: Promise<SdkEmbeddingModel> | undefined;
  return () => (opening ??= openEmbeddingModel(spec.model, access));
}

type EmbedBatch = (texts: readonly string[], abort: AbortSignal) => Promise<Embedding>;

function withCache(id: string, embedBatch: EmbedBatch): Embedder {
  const known = new Map<string, readonly number[]>();
  return {
    id,
    async embed(texts, abort) {
      const unknown = [...new Set(texts)].filter((text) => !known.has(text));
      let costUsd: number | null = 0;
      for (let from = 0; from < unknown.length; from += textsPerBatch) {
        const batch = unknown.slice(from, from + textsPerBatch);
        const embedding = await embedBatch(batch, abort);
        if (embedding.status === "failed") return embedding;
        for (const [index, vector] of embedding.vectors.entries()) known.set(batch[index] ?? "", vector);
        costUsd = addKnown(costUsd, embedding.costUsd);
      }
      return { status: "embedded", vectors: texts.map((text) => known.get(text) ?? []), costUsd };
    },
  };
}

/** There must be one vector per text, all of the same length and finite; otherwise they cannot be compared. */
function checkVectors({ vectors, costUsd }: Embedded, count: number, failedCostUsd: number | null): Embedding {
  const [first] = vectors;
  if (vectors.length !== count)
    return { status: "failed", why: `the provider returned ${vectors.length} vectors for ${count} texts` };
  if (
    vectors.some((vector) => vector.length === 0 || vector.length !== first?.length || !vector.every(Number.isFinite))
  )
    return { status: "failed", why: "the vectors differ in length or contain invalid numbers" };
  return { status: "embedded", vectors, costUsd: addKnown(costUsd, failedCostUsd) };
}
