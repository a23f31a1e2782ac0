/** A company or server that serves language models: how to open its models, and what a newcomer must set. */
import type { SdkEmbeddingModel, SdkLanguageModel } from "./sdk-model.ts";

export type Fetch = typeof globalThis.fetch;

/** What a provider receives. It reads nothing else: no environment, no files. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly fetch?: Fetch;
}

export interface Provider {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The variable with the key, unless a spec names another; absent if no key is needed. */
  readonly keyVariable?: string;
  readonly needsBaseUrl?: boolean;
  readonly defaultModel?: string;
  readonly defaultEmbeddingModel?: string;
  openLanguageModel(model: string, access: ProviderAccess): Promise<SdkLanguageModel>;
  openEmbeddingModel?(model: string, access: ProviderAccess): Promise<SdkEmbeddingModel>;
}
