/** The built-in providers. Base URLs are always set, because the packages would otherwise read the environment. */
import type { Provider, ProviderAccess } from "./provider.ts";

function toSettings(access: ProviderAccess, baseURL: string) {
  return {
    // An empty key still counts as a key; otherwise the packages would look for one in the environment.
    apiKey: access.apiKey ?? "",
    baseURL: access.baseUrl ?? baseURL,
    fetch: access.fetch,
  };
}

async function anthropic(access: ProviderAccess) {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  return createAnthropic(toSettings(access, "https://api.anthropic.com/v1"));
}

async function openai(access: ProviderAccess) {
  const { createOpenAI } = await import("@ai-sdk/openai");
  return createOpenAI(toSettings(access, "https://api.openai.com/v1"));
}

async function google(access: ProviderAccess) {
  const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
  return createGoogleGenerativeAI(toSettings(access, "https://generativelanguage.googleapis.com/v1beta"));
}

async function compatible(access: ProviderAccess) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const { apiKey, baseUrl = "", fetch } = access;
  return createOpenAICompatible({
    name: "compatible",
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    apiKey,
    fetch,
  });
}

export const builtInProviders: readonly Provider[] = [
  {
    name: "anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    defaultModel: "claude-sonnet-4-5",
    openLanguageModel: async (model, access) => (await anthropic(access))(model),
  },
  {
    name: "openai",
    keyVariable: "OPENAI_API_KEY",
    defaultModel: "gpt-4.1",
    defaultEmbeddingModel: "text-embedding-3-small",
    openLanguageModel: async (model, access) => (await openai(access))(model),
    openEmbeddingModel: async (model, access) => (await openai(access)).embeddingModel(model),
  },
  {
    name: "google",
    keyVariable: "GEMINI_API_KEY",
    defaultModel: "gemini-2.5-flash",
    defaultEmbeddingModel: "gemini-embedding-001",
    openLanguageModel: async (model, access) => (await google(access))(model),
    openEmbeddingModel: async (model, access) => (await google(access)).embeddingModel(model),
  },
  {
    name: "compatible",
    aliases: ["openai-compatible"],
    needsBaseUrl: true,
    openLanguageModel: async (model, access) => (await compatible(access)).chatModel(model),
    openEmbeddingModel: async (model, access) => (await compatible(access)).embeddingModel(model),
  },
];
