/** The door `axis-eval/judges`: the built-in judges, the parts to build others, and the models behind them. */
export type {
  Embedder,
  Embedding,
  Model,
  ModelAnswer,
  ModelCallOptions,
  ModelFailure,
  ModelQuestion,
  ModelSpending,
} from "../core/model.ts";
export { listPrices, pricesAsOf } from "../core/model/price-table.ts";
export type { Price, PriceTable } from "../core/model/price.ts";
export type { AnswerCache } from "./models/cache/answer-cache.ts";
export { fileAnswerCache, type FileCacheOptions } from "./models/cache/file-cache.ts";
export { memoryAnswerCache } from "./models/cache/memory-cache.ts";
export { openEmbedder } from "./models/embedder.ts";
export type { ModelDeps } from "./models/model-deps.ts";
export { type ModelSpec, parseModelSpec } from "./models/model-spec.ts";
export { modelOf, openModel } from "./models/open-model.ts";
export type { Provider, ProviderAccess } from "./models/provider.ts";
export { llmRegistry, providerRegistry, type ProviderRegistry } from "./models/registry.ts";
export { defineJudge } from "./define-judge.ts";
export { agentJudge } from "./model-judges/agent-judge.ts";
export { modelJudge } from "./model-judges/model-judge.ts";
export { panelJudge } from "./model-judges/panel.ts";
export { rulesJudge } from "./rules/rules.ts";
