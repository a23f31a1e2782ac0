/** A company or server that answers for language models: how its models are opened, and what a newcomer must set. */
import type { SdkEmbeddingModel, SdkLanguageModel } from "./sdk-model.ts";

export type Fetch = typeof globalThis.fetch;

/** What a provider is given. It reads nothing else: no environment, no files. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly fetch?: Fetch;
}

export interface Provider {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The variable that holds the key, unless a spec names another; none where no key is needed. */
  readonly keyVariable?: string;
  readonly needsBaseUrl?: boolean;
  readonly defaultModel?: string;
  readonly defaultEmbeddingModel?: string;
  openLanguageModel(model: string, access: ProviderAccess): Promise<SdkLanguageModel>;
  openEmbeddingModel?(model: string, access: ProviderAccess): Promise<SdkEmbeddingModel>;
}
