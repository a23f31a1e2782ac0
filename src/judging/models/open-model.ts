/** Opens a language model: by name through a provider, or from an AI SDK model the caller created. */
import type { Model } from "../../core/model.ts";
import { isPriced } from "../../core/model/price.ts";
import { findApiKey, describeMissingKey } from "./api-key.ts";
import { askModel } from "./ask.ts";
import { sharedRateLimiters } from "../rate/rate-limiters.ts";
import { type ModelSpec, parseModelSpec } from "./model-spec.ts";
import type { ModelDeps } from "./model-deps.ts";
import { type ModelConnection, openConnection } from "./opened-model.ts";
import type { Provider } from "./provider.ts";
import { llmRegistry } from "./registry.ts";
import type { SdkLanguageModel } from "./sdk-model.ts";

/** Nothing is loaded or sent before the first question. An invalid spec throws an AxisError; a missing key does not. */
export function openModel(written: string | ModelSpec, deps: ModelDeps): Model {
  const registry = deps.registry ?? llmRegistry;
  const spec = parseModelSpec(written, registry);
  const provider = registry.find(spec.provider) as Provider;
  const apiKey = findApiKey(spec, provider, deps.env);
  const access = { apiKey, baseUrl: spec.baseUrl, ...(deps.fetch === undefined ? {} : { fetch: deps.fetch }) };
  return createModel(
    {
      id: `${spec.provider}/${spec.model}`,
      baseUrl: spec.baseUrl,
      rateLimiter: (deps.gates ?? sharedRateLimiters).forEndpoint({ ...access, provider: spec.provider }),
      open: () => provider.openLanguageModel(spec.model, access),
      missing: describeMissingKey(spec, deps.env, registry),
      maxOutputTokens: spec.maxOutputTokens,
      apiKey,
    },
    deps,
  );
}

/** Wraps a model of the AI SDK, with its own key and settings. */
export function modelOf(languageModel: string | SdkLanguageModel, deps: Omit<ModelDeps, "env"> = {}): Model {
  const { provider, id } = describeSdkModel(languageModel);
  const gate = (deps.gates ?? sharedRateLimiters).forEndpoint({ provider, apiKey: undefined });
  return createModel({ id, rateLimiter: gate, open: async () => languageModel }, deps);
}

function createModel(connection: ModelConnection, deps: Omit<ModelDeps, "env">): Model {
  const opened = openConnection(connection, deps);
  return {
    id: opened.id,
    priced: isPriced(opened.id, opened.prices),
    ask: (question, options) => askModel(opened, question, options),
  };
}

/** The SDK appends the kind of API to the provider's name after a dot, as in `anthropic.messages`. */
function describeSdkModel(languageModel: string | SdkLanguageModel): { provider: string; id: string } {
  if (typeof languageModel === "string") return { provider: languageModel.split("/")[0] ?? "", id: languageModel };
  const [provider = ""] = languageModel.provider.split(".");
  return { provider, id: `${provider}/${languageModel.modelId}` };
}
