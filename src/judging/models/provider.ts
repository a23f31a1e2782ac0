/** A company or server that serves language models: how to open its models, and what a newcomer must set. */
import type { SdkEmbeddingModel, SdkLanguageModel } from "./sdk-model.ts";

export type Fetch = typeof globalThis.fetch;

/** What a provider receives. It reads nothing else: no environment, no files. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  /** Sends a request without following redirects. */
  readonly fetch: Fetch;
}

/** A redirect would take the prompt, and in some headers the key, to a host that is not the provider. */
export function refuseRedirects(fetch: Fetch = globalThis.fetch): Fetch {
  return (input, init) => fetch(input, { ...init, redirect: "manual" });
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
