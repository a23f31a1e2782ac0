/** Opens the models that metrics name, or the default model named by environment variables. */
import { AxisError } from "../../../core/error.ts";
import type { PriceTable } from "../../../core/model/price.ts";
import { type ModelRequest, type ModelSource, provideModels } from "../../model-source.ts";
import type { Environment } from "../../../judging/models/api-key.ts";
import type { AnswerCache } from "../../../judging/models/cache/answer-cache.ts";
import type { ModelSpec } from "../../../judging/models/model-spec.ts";

/** Environment variables with the default models. `API_BASE_URL` is the address of a compatible server. */
const defaultModelVariables = {
  model: { provider: "LLM_PROVIDER", name: "LLM_MODEL_NAME", usual: "defaultModel" },
  embedder: { provider: "EMBEDDING_PROVIDER", name: "EMBEDDING_MODEL_NAME", usual: "defaultEmbeddingModel" },
} as const;
type ModelKind = keyof typeof defaultModelVariables;

/** How models are opened. */
interface MetricModelOptions {
  readonly cache?: AnswerCache;
  /** Called when the first model is opened. */
  readonly prices?: () => Promise<PriceTable>;
}

/** Lets metrics open the models they name, with API keys from this environment. */
export function provideMetricModels(env: Environment, options: MetricModelOptions = {}): ModelSource {
  const source = createModelSource(env, options);
  provideModels(source);
  return source;
}

/** Loads nothing until the first model is opened. */
export function createModelSource(env: Environment, { cache, prices }: MetricModelOptions = {}): ModelSource {
  const priced = async () => (prices === undefined ? {} : { prices: await prices() });
  return {
    async model(request) {
      const spec = await resolveModelSpec("model", request, env);
      if (spec === null) return null;
      await requireKey(spec, env);
      const { openModel } = await import("../../../judging/models/open-model.ts");
      return openModel(spec, {
        cache,
        ...(await priced()),
        env,
        promptCaching: request.enablePromptCaching ?? false,
      });
    },
    async embedder(request) {
      const spec = await resolveModelSpec("embedder", request, env);
      if (spec === null) return null;
      await requireKey(spec, env);
      const { openEmbedder } = await import("../../../judging/models/embedder.ts");
      return openEmbedder(spec, { env, ...(await priced()) });
    },
    async adopt(foreign) {
      const { modelOf } = await import("../../../judging/models/open-model.ts");
      // The cast is checked as far as possible: the object has the functions of an AI SDK model.
      return modelOf(foreign as unknown as Parameters<typeof modelOf>[0]);
    },
  };
}

/** Reports a missing API key before the first call. */
async function requireKey(written: string | ModelSpec, env: Environment): Promise<void> {
  const { parseModelSpec } = await import("../../../judging/models/model-spec.ts");
  const { describeMissingKey } = await import("../../../judging/models/api-key.ts");
  const lacking = describeMissingKey(parseModelSpec(written), env);
  if (lacking !== null) throw new AxisError("preflight", lacking, { hint: "Set it, or use another model" });
}

/** Takes the model from the request, otherwise from the environment; null if neither names a provider. */
async function resolveModelSpec(
  kind: ModelKind,
  request: ModelRequest,
  env: Environment,
): Promise<string | ModelSpec | null> {
  const { modelName, llmProvider } = request;
  if (modelName !== undefined && llmProvider === undefined && modelName.includes("/"))
    return addBaseUrl(modelName, env);
  const provider = llmProvider ?? readVariable(env, defaultModelVariables[kind].provider);
  const named =
    modelName ?? (llmProvider === undefined ? readVariable(env, defaultModelVariables[kind].name) : undefined);
  if (provider === undefined) return named === undefined ? null : addBaseUrl(named, env);
  return addBaseUrl(`${provider}/${named ?? (await findDefaultModel(kind, provider))}`, env);
}

function readVariable(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

async function findDefaultModel(kind: ModelKind, provider: string): Promise<string> {
  const { llmRegistry } = await import("../../../judging/models/registry.ts");
  const usual = llmRegistry.find(provider)?.[defaultModelVariables[kind].usual];
  if (usual !== undefined) return usual;
  throw new AxisError("config-invalid", `The provider "${provider}" has no default model`, {
    hint: `Set modelName or ${defaultModelVariables[kind].name}`,
  });
}

/** A compatible server has no default address, so the base URL is added. */
async function addBaseUrl(written: string, env: Environment): Promise<string | ModelSpec> {
  const baseUrl = readVariable(env, "API_BASE_URL");
  const [provider = "", ...rest] = written.split("/");
  const isCompatible = provider === "compatible" || provider === "openai-compatible";
  return baseUrl === undefined || !isCompatible ? written : { provider, model: rest.join("/"), baseUrl };
}
