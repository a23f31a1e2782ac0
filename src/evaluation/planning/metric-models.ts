/** Opens the models that metrics name, or the default model named by environment variables. */
import { AxisError } from "../../core/error.ts";
import type { PriceTable } from "../../core/model/price.ts";
import { type ModelRequest, type ModelSource, provideModels } from "../../metrics/model-source.ts";
import type { Environment } from "../../models/api-key.ts";
import type { ModelDeps } from "../../models/model-deps.ts";
import type { ModelSpec } from "../../models/model-spec.ts";

/** Environment variables with the default models. `API_BASE_URL` is the address of a compatible server. */
const settings = {
  model: { provider: "LLM_PROVIDER", name: "LLM_MODEL_NAME", usual: "defaultModel" },
  embedder: { provider: "EMBEDDING_PROVIDER", name: "EMBEDDING_MODEL_NAME", usual: "defaultEmbeddingModel" },
} as const;
type Kind = keyof typeof settings;

/** Dependencies for opening models; prices are loaded when the first model is opened. */
interface MetricModelDeps extends Pick<ModelDeps, "cache"> {
  readonly prices?: () => Promise<PriceTable>;
}

/** Lets metrics open the models they name, with API keys from this environment. */
export function provideMetricModels(env: Environment, deps: MetricModelDeps = {}): ModelSource {
  const source = metricModels(env, deps);
  provideModels(source);
  return source;
}

/** Loads nothing until the first model is opened. */
export function metricModels(env: Environment, { prices, ...deps }: MetricModelDeps = {}): ModelSource {
  const priced = async () => (prices === undefined ? {} : { prices: await prices() });
  return {
    async model(request) {
      const spec = await specOf("model", request, env);
      if (spec === null) return null;
      await requireKey(spec, env);
      const { openModel } = await import("../../models/open-model.ts");
      return openModel(spec, {
        ...deps,
        ...(await priced()),
        env,
        promptCaching: request.enablePromptCaching ?? false,
      });
    },
    async embedder(request) {
      const spec = await specOf("embedder", request, env);
      if (spec === null) return null;
      await requireKey(spec, env);
      const { openEmbedder } = await import("../../models/embedder.ts");
      return openEmbedder(spec, { env, ...(await priced()) });
    },
    async adopt(foreign) {
      const { modelOf } = await import("../../models/open-model.ts");
      // The cast is checked as far as possible: the object has the functions of an AI SDK model.
      return modelOf(foreign as unknown as Parameters<typeof modelOf>[0]);
    },
  };
}

/** Reports a missing API key before the first call. */
async function requireKey(written: string | ModelSpec, env: Environment): Promise<void> {
  const { parseModelSpec } = await import("../../models/model-spec.ts");
  const { missing } = await import("../../models/api-key.ts");
  const lacking = missing(parseModelSpec(written), env);
  if (lacking !== null) throw new AxisError("preflight", lacking, { hint: "Set it, or use another model" });
}

/** Takes the model from the request, otherwise from the environment; null if neither names a provider. */
async function specOf(kind: Kind, request: ModelRequest, env: Environment): Promise<string | ModelSpec | null> {
  const { modelName, llmProvider } = request;
  if (modelName !== undefined && llmProvider === undefined && modelName.includes("/")) return addressed(modelName, env);
  const provider = llmProvider ?? valueOf(env, settings[kind].provider);
  const named = modelName ?? (llmProvider === undefined ? valueOf(env, settings[kind].name) : undefined);
  if (provider === undefined) return named === undefined ? null : addressed(named, env);
  return addressed(`${provider}/${named ?? (await usualModel(kind, provider))}`, env);
}

function valueOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

async function usualModel(kind: Kind, provider: string): Promise<string> {
  const { llmRegistry } = await import("../../models/registry.ts");
  const usual = llmRegistry.find(provider)?.[settings[kind].usual];
  if (usual !== undefined) return usual;
  throw new AxisError("config-invalid", `The provider "${provider}" has no default model`, {
    hint: `Set modelName or ${settings[kind].name}`,
  });
}

/** A compatible server has no default address, so the base URL is added. */
async function addressed(written: string, env: Environment): Promise<string | ModelSpec> {
  const baseUrl = valueOf(env, "API_BASE_URL");
  const [provider = "", ...rest] = written.split("/");
  const isCompatible = provider === "compatible" || provider === "openai-compatible";
  return baseUrl === undefined || !isCompatible ? written : { provider, model: rest.join("/"), baseUrl };
}
