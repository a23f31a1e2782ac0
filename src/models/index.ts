/** Language models and embedders behind an API: asked with typed questions, read strictly, paid for exactly. */
export { type Environment, keyVariable, missing } from "./api-key.ts";
export { type AnswerCache, answerKey } from "./cache/answer-cache.ts";
export { fileAnswerCache, type FileCacheOptions } from "./cache/file-cache.ts";
export { memoryAnswerCache } from "./cache/memory-cache.ts";
export { openEmbedder } from "./embedder.ts";
export { type Gate, openGate } from "./calls/gate.ts";
export { type Gates, openGates, sharedGates } from "./calls/gates.ts";
export { ModelSpec, parseModelSpec } from "./model-spec.ts";
export type { ModelDeps } from "./model-deps.ts";
export { modelOf, openModel } from "./open-model.ts";
export type { Provider, ProviderAccess } from "./provider.ts";
export { drawMarks, type Marks } from "./question/marks.ts";
export { assemblePrompt, materialText, type Prompt, promptText } from "./question/prompt.ts";
export { type Reading, readReply } from "./question/read-reply.ts";
export { type Random, systemRandom } from "./random.ts";
export { llmRegistry, providerRegistry, type ProviderRegistry } from "./registry.ts";
