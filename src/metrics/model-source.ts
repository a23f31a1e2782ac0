/** Opens the models that metrics name. The source is injected, because this folder knows no providers. */
import type { Embedder, Model } from "../core/model.ts";

/** A model as named in options. Without a name, the default model is used. */
export interface ModelRequest {
  readonly modelName?: string | undefined;
  readonly llmProvider?: string | undefined;
  readonly maxRetries?: number;
  readonly retryDelay?: number;
  readonly enablePromptCaching?: boolean;
}

/** A model of another library, such as the AI SDK. */
export interface ForeignModel {
  readonly provider: string;
  readonly modelId: string;
  readonly doGenerate: (...parts: never[]) => unknown;
}
export interface ForeignEmbedder {
  readonly doEmbed: (...parts: never[]) => unknown;
}

/** Opens models. Null means that no model is named and there is no default. A name that cannot be opened is an `AxisError`. */
export interface ModelSource {
  model(request: ModelRequest): Promise<Model | null>;
  embedder(request: ModelRequest): Promise<Embedder | null>;
  /** Wraps a model of another library. */
  adopt?(model: ForeignModel): Promise<Model>;
  adoptEmbedder?(model: ForeignEmbedder): Promise<Embedder>;
}

let source: ModelSource | undefined;
const models = new Map<string, Promise<Model | null>>();
const embedders = new Map<string, Promise<Embedder | null>>();

/** Sets how all metrics open models from now on. */
export function provideModels(next: ModelSource | undefined): void {
  source = next;
  models.clear();
  embedders.clear();
}

/** The same request returns the same model, so that metrics share their analyses. */
export async function openNamedModel(request: ModelRequest): Promise<Model | null> {
  const from = source;
  return from === undefined ? null : await openOnce(models, request, () => from.model(request));
}

export async function openNamedEmbedder(request: ModelRequest): Promise<Embedder | null> {
  const from = source;
  return from === undefined ? null : await openOnce(embedders, request, () => from.embedder(request));
}

/** Returns the id of a model of any library. */
export function getModelId(model: Model | ForeignModel): string {
  return "ask" in model ? model.id : `${model.provider}/${model.modelId}`;
}

const adoptedModels = new WeakMap<ForeignModel, Promise<Model>>();

/** The same foreign model always returns the same wrapper, so that metrics share their analyses. */
export async function adoptModel(foreign: ForeignModel): Promise<Model | null> {
  const adopt = source?.adopt;
  if (adopt === undefined) return null;
  const adopting = adoptedModels.get(foreign) ?? adopt(foreign);
  adoptedModels.set(foreign, adopting);
  return await adopting;
}

export async function adoptEmbedder(foreign: ForeignEmbedder): Promise<Embedder | null> {
  return (await source?.adoptEmbedder?.(foreign)) ?? null;
}

function openOnce<T>(known: Map<string, Promise<T>>, request: ModelRequest, open: () => Promise<T>): Promise<T> {
  const key = JSON.stringify(request);
  const opening = known.get(key) ?? open();
  known.set(key, opening);
  opening.catch(() => known.delete(key));
  return opening;
}
